// Documented calls of every CLI are understood, and every answer has the only form that the CLI honours.
import { describe, expect, test } from 'vitest';
import type { HookCall, HookDialect, HookOutcome } from '../../../src/guard/hook/call.js';
import { DIALECTS } from '../../../src/guard/hook/dialects/index.js';

interface Documented {
  readonly dialect: HookDialect;
  readonly payload: Record<string, unknown>;
  readonly event: HookCall['event'];
  readonly kind?: string;
  readonly mutates?: boolean;
}

const CLAUDE = { session_id: 's', transcript_path: '/t.jsonl', cwd: '/p', permission_mode: 'default' };
const CODEX = { session_id: 's', transcript_path: null, cwd: '/p', turn_id: '1', model: 'm' };
const GEMINI = { session_id: 's', transcript_path: '/t', cwd: '/p', timestamp: '2026-11-16T00:00:00Z' };
const CURSOR = {
  conversation_id: 's',
  generation_id: 'g',
  workspace_roots: ['/p'],
  model: 'm',
  cursor_version: '3',
};

function claude(name: string, more: object): Record<string, unknown> {
  return { ...CLAUDE, hook_event_name: name, ...more };
}

const BASH = { tool_name: 'Bash', tool_input: { command: 'ls', description: 'd' }, tool_use_id: 'u' };
const CALLS: readonly Documented[] = [
  { dialect: 'claude', payload: claude('PreToolUse', BASH), event: 'pre-tool', kind: 'shell', mutates: true },
  {
    dialect: 'claude',
    payload: claude('PreToolUse', { tool_name: 'Write', tool_input: {} }),
    event: 'pre-tool',
    kind: 'write',
    mutates: true,
  },
  {
    dialect: 'claude',
    payload: claude('PreToolUse', { tool_name: 'MultiEdit', tool_input: {} }),
    event: 'pre-tool',
    kind: 'edit',
    mutates: true,
  },
  {
    dialect: 'claude',
    payload: claude('PreToolUse', { tool_name: 'NotebookEdit', tool_input: {} }),
    event: 'pre-tool',
    kind: 'edit',
    mutates: true,
  },
  {
    dialect: 'claude',
    payload: claude('PreToolUse', { tool_name: 'Read', tool_input: {} }),
    event: 'pre-tool',
    kind: 'read',
    mutates: false,
  },
  {
    dialect: 'claude',
    payload: claude('PreToolUse', { tool_name: 'Agent', tool_input: {} }),
    event: 'pre-tool',
    kind: 'agent',
    mutates: true,
  },
  {
    dialect: 'claude',
    payload: claude('PreToolUse', { tool_name: 'mcp__files__write_file', tool_input: {} }),
    event: 'pre-tool',
    kind: 'mcp',
    mutates: true,
  },
  {
    dialect: 'claude',
    payload: claude('PreToolUse', { tool_name: 'mcp__files__read_file', tool_input: {} }),
    event: 'pre-tool',
    kind: 'mcp',
    mutates: false,
  },
  {
    dialect: 'claude',
    payload: claude('PreToolUse', { tool_name: 'TimeMachine', tool_input: {} }),
    event: 'pre-tool',
    kind: 'mcp',
    mutates: true,
  },
  {
    dialect: 'claude',
    payload: claude('PostToolUse', { ...BASH, tool_response: {} }),
    event: 'post-tool',
    kind: 'shell',
    mutates: true,
  },
  {
    dialect: 'claude',
    payload: claude('PostToolUseFailure', { ...BASH, error: 'x' }),
    event: 'post-tool',
    kind: 'shell',
    mutates: true,
  },
  {
    dialect: 'claude',
    payload: claude('Stop', { stop_hook_active: false, last_assistant_message: 'done' }),
    event: 'stop',
  },
  {
    dialect: 'claude',
    payload: claude('SubagentStop', { agent_id: 'a', agent_type: 'coder' }),
    event: 'subagent-stop',
  },
  { dialect: 'claude', payload: claude('SessionStart', { source: 'startup' }), event: 'session-start' },
  { dialect: 'claude', payload: claude('UserPromptSubmit', { prompt: 'hello' }), event: 'prompt' },
  {
    dialect: 'claude',
    payload: claude('ConfigChange', { source: 'project_settings', file_path: '/p/.claude/settings.json' }),
    event: 'config-change',
  },
  { dialect: 'claude', payload: claude('Notification', { message: 'm' }), event: 'other' },
  {
    dialect: 'codex',
    payload: { ...CODEX, hook_event_name: 'PreToolUse', ...BASH },
    event: 'pre-tool',
    kind: 'shell',
    mutates: true,
  },
  {
    dialect: 'codex',
    payload: {
      ...CODEX,
      hook_event_name: 'PreToolUse',
      tool_name: 'apply_patch',
      tool_input: { command: '' },
    },
    event: 'pre-tool',
    kind: 'edit',
    mutates: true,
  },
  {
    dialect: 'codex',
    payload: { ...CODEX, hook_event_name: 'PreToolUse', tool_name: 'spawn_agent', tool_input: {} },
    event: 'pre-tool',
    kind: 'agent',
    mutates: true,
  },
  {
    dialect: 'codex',
    payload: { ...CODEX, hook_event_name: 'PreToolUse', tool_name: 'mcp__db__drop', tool_input: {} },
    event: 'pre-tool',
    kind: 'mcp',
    mutates: true,
  },
  {
    dialect: 'codex',
    payload: { ...CODEX, hook_event_name: 'PostToolUse', ...BASH },
    event: 'post-tool',
    kind: 'shell',
    mutates: true,
  },
  { dialect: 'codex', payload: { ...CODEX, hook_event_name: 'Stop', stop_hook_active: true }, event: 'stop' },
  { dialect: 'codex', payload: { ...CODEX, hook_event_name: 'SubagentStop' }, event: 'subagent-stop' },
  {
    dialect: 'codex',
    payload: { ...CODEX, hook_event_name: 'SessionStart', source: 'startup' },
    event: 'session-start',
  },
  {
    dialect: 'codex',
    payload: { ...CODEX, hook_event_name: 'UserPromptSubmit', prompt: 'p' },
    event: 'prompt',
  },
  {
    dialect: 'gemini',
    payload: {
      ...GEMINI,
      hook_event_name: 'BeforeTool',
      tool_name: 'run_shell_command',
      tool_input: { command: 'ls' },
    },
    event: 'pre-tool',
    kind: 'shell',
    mutates: true,
  },
  {
    dialect: 'gemini',
    payload: { ...GEMINI, hook_event_name: 'BeforeTool', tool_name: 'write_file', tool_input: {} },
    event: 'pre-tool',
    kind: 'write',
    mutates: true,
  },
  {
    dialect: 'gemini',
    payload: { ...GEMINI, hook_event_name: 'BeforeTool', tool_name: 'replace', tool_input: {} },
    event: 'pre-tool',
    kind: 'edit',
    mutates: true,
  },
  {
    dialect: 'gemini',
    payload: { ...GEMINI, hook_event_name: 'BeforeTool', tool_name: 'read_file', tool_input: {} },
    event: 'pre-tool',
    kind: 'read',
    mutates: false,
  },
  {
    dialect: 'gemini',
    payload: {
      ...GEMINI,
      hook_event_name: 'BeforeTool',
      tool_name: 'mcp_files_delete_file',
      tool_input: {},
      mcp_context: {},
    },
    event: 'pre-tool',
    kind: 'mcp',
    mutates: true,
  },
  {
    dialect: 'gemini',
    payload: {
      ...GEMINI,
      hook_event_name: 'AfterTool',
      tool_name: 'replace',
      tool_input: {},
      tool_response: {},
    },
    event: 'post-tool',
    kind: 'edit',
    mutates: true,
  },
  {
    dialect: 'gemini',
    payload: {
      ...GEMINI,
      hook_event_name: 'AfterAgent',
      prompt: 'p',
      prompt_response: 'done',
      stop_hook_active: false,
    },
    event: 'stop',
  },
  { dialect: 'gemini', payload: { ...GEMINI, hook_event_name: 'BeforeAgent', prompt: 'p' }, event: 'prompt' },
  {
    dialect: 'gemini',
    payload: { ...GEMINI, hook_event_name: 'SessionStart', source: 'startup' },
    event: 'session-start',
  },
  {
    dialect: 'cursor',
    payload: { ...CURSOR, hook_event_name: 'preToolUse', tool_name: 'Write', tool_input: {} },
    event: 'pre-tool',
    kind: 'write',
    mutates: true,
  },
  {
    dialect: 'cursor',
    payload: { ...CURSOR, hook_event_name: 'preToolUse', tool_name: 'StrReplace', tool_input: {} },
    event: 'pre-tool',
    kind: 'edit',
    mutates: true,
  },
  {
    dialect: 'cursor',
    payload: { ...CURSOR, hook_event_name: 'preToolUse', tool_name: 'Delete', tool_input: {} },
    event: 'pre-tool',
    kind: 'write',
    mutates: true,
  },
  {
    dialect: 'cursor',
    payload: { ...CURSOR, hook_event_name: 'beforeShellExecution', command: 'ls', cwd: '/p' },
    event: 'pre-tool',
    kind: 'shell',
    mutates: true,
  },
  {
    dialect: 'cursor',
    payload: {
      ...CURSOR,
      hook_event_name: 'beforeMCPExecution',
      tool_name: 'write_file',
      tool_input: '{"path":"a"}',
    },
    event: 'pre-tool',
    kind: 'mcp',
    mutates: true,
  },
  {
    dialect: 'cursor',
    payload: { ...CURSOR, hook_event_name: 'beforeReadFile', file_path: '/p/a', content: '' },
    event: 'pre-tool',
    kind: 'read',
    mutates: false,
  },
  {
    dialect: 'cursor',
    payload: { ...CURSOR, hook_event_name: 'postToolUse', tool_name: 'Shell', tool_input: {} },
    event: 'post-tool',
    kind: 'shell',
    mutates: true,
  },
  {
    dialect: 'cursor',
    payload: { ...CURSOR, hook_event_name: 'afterFileEdit', file_path: '/p/a', edits: [] },
    event: 'post-tool',
    kind: 'edit',
    mutates: true,
  },
  {
    dialect: 'cursor',
    payload: { ...CURSOR, hook_event_name: 'stop', status: 'completed', loop_count: 0 },
    event: 'stop',
  },
  {
    dialect: 'cursor',
    payload: { ...CURSOR, hook_event_name: 'subagentStop', status: 'completed' },
    event: 'subagent-stop',
  },
  { dialect: 'cursor', payload: { ...CURSOR, hook_event_name: 'sessionStart' }, event: 'session-start' },
  {
    dialect: 'cursor',
    payload: { ...CURSOR, hook_event_name: 'beforeSubmitPrompt', prompt: 'p' },
    event: 'prompt',
  },
];

test.each(CALLS)('$dialect: $payload.hook_event_name $payload.tool_name is $event $kind', (one) => {
  const call = DIALECTS[one.dialect].parse(one.payload);
  expect(call).toMatchObject({ dialect: one.dialect, event: one.event, session: 's', cwd: '/p' });
  expect(call.tool?.kind).toBe(one.kind);
  expect(call.tool?.mutates).toBe(one.mutates);
});

test('what an agent said when it stopped is taken from where each CLI keeps it', () => {
  const said = CALLS.filter(({ event }) => event === 'stop').map(
    (one) => DIALECTS[one.dialect].parse(one.payload).stop,
  );
  expect(said).toEqual([
    { active: false, said: 'done' },
    { active: true, said: '' },
    { active: false, said: 'done' },
    { active: false, said: 'completed' },
  ]);
});

test('the kind of a sub-agent is its role', () => {
  const call = DIALECTS.claude.parse(claude('SubagentStop', { agent_id: 'a', agent_type: 'coder' }));
  expect(call.role).toBe('coder');
});

const OBJECTION = { guard: 'a-guard', reason: 'it may not be', hint: 'Do it otherwise.' };
const TEXT = 'AgentForge (a-guard): it may not be. Do it otherwise.';

function answer(dialect: HookDialect, event: string, outcome: HookOutcome, tool = 'Write'): unknown {
  const rules = DIALECTS[dialect];
  return rules.answer(rules.parse({ hook_event_name: event, tool_name: tool, tool_input: {} }), outcome);
}

const PRE: readonly [HookDialect, string][] = [
  ['claude', 'PreToolUse'],
  ['codex', 'PreToolUse'],
  ['gemini', 'BeforeTool'],
  ['cursor', 'preToolUse'],
];

describe.each(PRE)('%s before a tool', (dialect, event) => {
  test('denies with exit 2, a reason on stderr and an empty stdout', () => {
    expect(answer(dialect, event, { decision: 'deny', ...OBJECTION })).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `${TEXT}\n`,
    });
  });

  test('has no opinion with exit 0 and nothing said', () => {
    expect(answer(dialect, event, { decision: 'allow' })).toEqual({ exitCode: 0, stdout: '', stderr: '' });
  });
});

test('Claude asks the person, and is told what a guard warns of', () => {
  expect(answer('claude', 'PreToolUse', { decision: 'ask', ...OBJECTION })).toEqual({
    exitCode: 0,
    stderr: '',
    stdout: `${JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'ask', permissionDecisionReason: TEXT } })}\n`,
  });
  expect(answer('claude', 'PreToolUse', { decision: 'warn', ...OBJECTION })).toMatchObject({
    exitCode: 0,
    stdout: `${JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', additionalContext: TEXT } })}\n`,
  });
});

test('Codex and Gemini, which cannot ask, are denied with a word about the person', () => {
  for (const [dialect, event] of [
    ['codex', 'PreToolUse'],
    ['gemini', 'BeforeTool'],
  ] as const)
    expect(answer(dialect, event, { decision: 'ask', ...OBJECTION })).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `${TEXT} A person has to allow this: ask them to do it themselves.\n`,
    });
});

test('Codex is never given JSON before or after a tool, where an unknown key would let it go on', () => {
  for (const event of ['PreToolUse', 'PostToolUse', 'Stop'])
    for (const decision of ['allow', 'deny', 'ask', 'warn'] as const) {
      const outcome: HookOutcome = decision === 'allow' ? { decision } : { decision, ...OBJECTION };
      expect(answer('codex', event, outcome)).toMatchObject({ stdout: '' });
    }
});

test('Cursor asks about a shell, and denies where asking would be taken for a yes', () => {
  expect(answer('cursor', 'preToolUse', { decision: 'ask', ...OBJECTION }, 'Shell')).toMatchObject({
    exitCode: 0,
    stdout: `${JSON.stringify({ permission: 'ask', user_message: TEXT, agent_message: TEXT })}\n`,
  });
  expect(answer('cursor', 'preToolUse', { decision: 'ask', ...OBJECTION }, 'Write')).toMatchObject({
    exitCode: 2,
  });
});

test('a stop is held by exit 2, and in Cursor by a follow-up message', () => {
  const deny = { decision: 'deny', ...OBJECTION } as const;
  for (const [dialect, event] of [
    ['claude', 'Stop'],
    ['codex', 'Stop'],
    ['gemini', 'AfterAgent'],
    ['claude', 'SubagentStop'],
  ] as const)
    expect(answer(dialect, event, deny)).toEqual({ exitCode: 2, stdout: '', stderr: `${TEXT}\n` });
  expect(answer('cursor', 'stop', deny)).toEqual({
    exitCode: 0,
    stderr: '',
    stdout: `${JSON.stringify({ followup_message: TEXT })}\n`,
  });
});

test('what should be known at the start is told in the form of each', () => {
  const tell = { decision: 'tell', text: 'Know this.' } as const;
  const like = { hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: 'Know this.' } };
  for (const dialect of ['claude', 'codex', 'gemini'] as const)
    expect(answer(dialect, 'SessionStart', tell)).toMatchObject({ stdout: `${JSON.stringify(like)}\n` });
  expect(answer('cursor', 'sessionStart', tell)).toMatchObject({
    stdout: `${JSON.stringify({ additional_context: 'Know this.' })}\n`,
  });
});
