// Codex: calls shaped like Claude's, edits as patches, and a parser of answers that takes anything unknown for a failure and goes on.
import { block, denyInsteadOfAsking, describe, NO_OPINION, sayJson } from '../answers.js';
import type { HookAnswer, HookCall, HookDialectRules, HookEvent, HookOutcome } from '../call.js';
import type { KnownTools } from '../tool-kinds.js';
import { parseLikeClaude } from './claude.js';

const EVENTS: Readonly<Record<string, HookEvent>> = {
  PreToolUse: 'pre-tool',
  PostToolUse: 'post-tool',
  Stop: 'stop',
  SubagentStop: 'subagent-stop',
  SessionStart: 'session-start',
  UserPromptSubmit: 'prompt',
};

const TOOLS: KnownTools = {
  shell: ['Bash', 'shell', 'local_shell', 'exec_command', 'shell_command', 'unified_exec'],
  edit: ['apply_patch', 'Edit'],
  write: ['Write'],
  read: ['view_image', 'web_search', 'list_dir', 'read_file', 'grep_files', 'Read'],
  agent: ['spawn_agent', 'Agent'],
  note: ['update_plan', 'wait_agent', 'list_mcp_resources', 'read_mcp_resource'],
};

export const codex: HookDialectRules = {
  parse: (payload) => parseLikeClaude(payload, { dialect: 'codex', events: EVENTS, tools: TOOLS }),
  answer: answerCodex,
};

/** JSON only where its shape is certain: for what should be known at the start. A warning has no safe form, and is only recorded. */
function answerCodex(call: HookCall, outcome: HookOutcome): HookAnswer {
  if (outcome.decision === 'tell') return call.event === 'session-start' ? tell(outcome.text) : NO_OPINION;
  if (outcome.decision === 'allow' || outcome.decision === 'warn') return NO_OPINION;
  return outcome.decision === 'ask' ? denyInsteadOfAsking(outcome) : block(describe(outcome));
}

function tell(text: string): HookAnswer {
  return sayJson({ hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: text } });
}
