// Gemini CLI: events before and after tools and agents, nothing but JSON on stdout, and no way to ask.
import { block, denyInsteadOfAsking, describe, NO_OPINION, sayJson } from '../answers.js';
import type { Fields, HookAnswer, HookCall, HookDialectRules, HookEvent, HookOutcome } from '../call.js';
import { findEvent, readFlag, readInput, readText } from '../fields.js';
import { nameTool, type KnownTools } from '../tool-kinds.js';

const EVENTS: Readonly<Record<string, HookEvent>> = {
  BeforeTool: 'pre-tool',
  AfterTool: 'post-tool',
  AfterAgent: 'stop',
  SessionStart: 'session-start',
  BeforeAgent: 'prompt',
};

const TOOLS: KnownTools = {
  shell: ['run_shell_command'],
  write: ['write_file'],
  edit: ['replace', 'edit', 'smart_edit'],
  read: [
    'read_file',
    'read_many_files',
    'glob',
    'search_file_content',
    'grep_search',
    'list_directory',
    'google_web_search',
    'web_fetch',
    'get_internal_docs',
  ],
  agent: ['delegate_to_agent', 'codebase_investigator', 'invoke_agent'],
  note: ['write_todos', 'ask_user', 'activate_skill', 'enter_plan_mode', 'exit_plan_mode', 'complete_task'],
};

export const gemini: HookDialectRules = { parse: parseGemini, answer: answerGemini };

function parseGemini(payload: Fields): HookCall {
  const eventName = readText(payload, 'hook_event_name') ?? '';
  const event = findEvent(eventName, EVENTS);
  const name = readText(payload, 'original_request_name', 'tool_name');
  const said = readText(payload, 'prompt_response') ?? '';
  const how = { known: TOOLS, isMcp: /^mcp_|__/, id: undefined };
  return {
    dialect: 'gemini',
    event,
    eventName,
    session: readText(payload, 'session_id') ?? '',
    cwd: readText(payload, 'cwd') ?? '',
    ...(name === undefined
      ? {}
      : { tool: nameTool(readText(payload, 'tool_name') ?? name, readInput(payload['tool_input']), how) }),
    ...(event === 'stop' ? { stop: { active: readFlag(payload, 'stop_hook_active'), said } } : {}),
  };
}

function answerGemini(call: HookCall, outcome: HookOutcome): HookAnswer {
  if (outcome.decision === 'allow') return NO_OPINION;
  if (outcome.decision === 'tell') return tell(call, outcome.text);
  if (outcome.decision === 'warn') return tell(call, describe(outcome));
  return outcome.decision === 'ask' ? denyInsteadOfAsking(outcome) : block(describe(outcome));
}

function tell({ event, eventName }: HookCall, text: string): HookAnswer {
  if (event !== 'post-tool' && event !== 'session-start') return NO_OPINION;
  return sayJson({ hookSpecificOutput: { hookEventName: eventName, additionalContext: text } });
}
