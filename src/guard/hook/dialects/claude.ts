// Claude Code: PascalCase events, `hookSpecificOutput`, and a question to the person where a guard asks.
import { present } from '../../../platform/index.js';
import { block, describe, NO_OPINION, sayJson } from '../answers.js';
import type { Fields, HookAnswer, HookCall, HookDialectRules, HookEvent, HookOutcome } from '../call.js';
import { findEvent, isStop, readFlag, readInput, readText } from '../fields.js';
import { nameTool, type KnownTools } from '../tool-kinds.js';

const EVENTS: Readonly<Record<string, HookEvent>> = {
  PreToolUse: 'pre-tool',
  PostToolUse: 'post-tool',
  PostToolUseFailure: 'post-tool',
  Stop: 'stop',
  SubagentStop: 'subagent-stop',
  SessionStart: 'session-start',
  UserPromptSubmit: 'prompt',
  ConfigChange: 'config-change',
};

const TOOLS: KnownTools = {
  shell: ['Bash', 'PowerShell'],
  write: ['Write'],
  edit: ['Edit', 'MultiEdit', 'NotebookEdit'],
  read: ['Read', 'Glob', 'Grep', 'LS', 'NotebookRead', 'WebFetch', 'WebSearch', 'LSP', 'ToolSearch'],
  agent: ['Agent', 'Task'],
  note: [
    'TodoWrite',
    'TodoRead',
    'TaskCreate',
    'TaskGet',
    'TaskList',
    'TaskUpdate',
    'TaskOutput',
    'BashOutput',
    'AskUserQuestion',
    'EnterPlanMode',
    'ExitPlanMode',
    'ListMcpResourcesTool',
    'ReadMcpResourceTool',
  ],
};

export const claude: HookDialectRules = {
  parse: (payload) => parseLikeClaude(payload, { dialect: 'claude', events: EVENTS, tools: TOOLS }),
  answer: answerClaude,
};

/** Codex took over the shape of these calls. */
export function parseLikeClaude(payload: Fields, { dialect, events, tools }: LikeClaude): HookCall {
  const eventName = readText(payload, 'hook_event_name') ?? '';
  const event = findEvent(eventName, events);
  const name = readText(payload, 'tool_name');
  return {
    dialect,
    event,
    eventName,
    session: readText(payload, 'session_id') ?? '',
    cwd: readText(payload, 'cwd') ?? '',
    ...present({
      role: readText(payload, 'agent_type'),
      tool: name === undefined ? undefined : toTool(name, payload, tools),
      stop: isStop(event) ? toStop(payload) : undefined,
      settings: event === 'config-change' ? readText(payload, 'file_path') : undefined,
    }),
  };
}

interface LikeClaude {
  readonly dialect: 'claude' | 'codex';
  readonly events: Readonly<Record<string, HookEvent>>;
  readonly tools: KnownTools;
}

function toTool(name: string, payload: Fields, known: KnownTools): HookCall['tool'] & object {
  const id = readText(payload, 'tool_use_id');
  return nameTool(name, readInput(payload['tool_input']), { known, isMcp: /^mcp__/, id });
}

function toStop(payload: Fields): { active: boolean; said: string } {
  return {
    active: readFlag(payload, 'stop_hook_active'),
    said: readText(payload, 'last_assistant_message') ?? '',
  };
}

function answerClaude(call: HookCall, outcome: HookOutcome): HookAnswer {
  if (outcome.decision === 'allow') return NO_OPINION;
  if (outcome.decision === 'tell') return tell(call, outcome.text);
  if (outcome.decision === 'warn') return tell(call, describe(outcome));
  if (outcome.decision === 'ask' && call.event === 'pre-tool')
    return sayJson({
      hookSpecificOutput: {
        hookEventName: call.eventName,
        permissionDecision: 'ask',
        permissionDecisionReason: describe(outcome),
      },
    });
  return block(describe(outcome));
}

const TOLD: readonly HookEvent[] = ['pre-tool', 'post-tool', 'session-start'];

function tell({ event, eventName }: HookCall, text: string): HookAnswer {
  if (!TOLD.includes(event)) return NO_OPINION;
  return sayJson({ hookSpecificOutput: { hookEventName: eventName, additionalContext: text } });
}
