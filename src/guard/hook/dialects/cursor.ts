// Cursor: camelCase events, some of them for the same action twice, and a stop that only a follow-up message undoes.
import { present } from '../../../platform/index.js';
import { block, denyInsteadOfAsking, describe, NO_OPINION, sayJson } from '../answers.js';
import type {
  Fields,
  HookAnswer,
  HookCall,
  HookDialectRules,
  HookEvent,
  HookOutcome,
  ToolCall,
} from '../call.js';
import { findEvent, isStop, readInput, readText, toFields } from '../fields.js';
import { nameTool, type KnownTools } from '../tool-kinds.js';

const EVENTS: Readonly<Record<string, HookEvent>> = {
  preToolUse: 'pre-tool',
  beforeShellExecution: 'pre-tool',
  beforeMCPExecution: 'pre-tool',
  beforeReadFile: 'pre-tool',
  postToolUse: 'post-tool',
  postToolUseFailure: 'post-tool',
  afterShellExecution: 'post-tool',
  afterMCPExecution: 'post-tool',
  afterFileEdit: 'post-tool',
  stop: 'stop',
  subagentStop: 'subagent-stop',
  sessionStart: 'session-start',
  beforeSubmitPrompt: 'prompt',
};

const TOOLS: KnownTools = {
  shell: ['Shell'],
  write: ['Write', 'Delete'],
  edit: ['StrReplace', 'Edit', 'MultiEdit', 'EditNotebook'],
  read: ['Read', 'Grep', 'Glob', 'LS', 'SemanticSearch', 'WebSearch', 'WebFetch', 'ReadLints'],
  agent: ['Task'],
  note: ['TodoWrite', 'AskQuestion', 'SwitchMode'],
};

/** Events that are about one tool and do not name it. */
const TOOL_OF_EVENT: Readonly<Record<string, string>> = {
  beforeShellExecution: 'Shell',
  afterShellExecution: 'Shell',
  beforeReadFile: 'Read',
  afterFileEdit: 'Edit',
};

export const cursor: HookDialectRules = { parse: parseCursor, answer: answerCursor };

function parseCursor(payload: Fields): HookCall {
  const eventName = readText(payload, 'hook_event_name') ?? '';
  const event = findEvent(eventName, EVENTS);
  const roots: unknown = payload['workspace_roots'];
  const first: unknown = Array.isArray(roots) ? roots[0] : undefined;
  const workspace = typeof first === 'string' ? first : undefined;
  return {
    dialect: 'cursor',
    event,
    eventName,
    session: readText(payload, 'conversation_id', 'session_id') ?? '',
    cwd: readCwd(payload) ?? workspace ?? '',
    ...present({
      workspace,
      role: readText(payload, 'subagent_type'),
      tool: readTool(eventName, payload),
      stop: isStop(event) ? readStop(payload) : undefined,
    }),
  };
}

/** A shell may be started elsewhere than the agent stands. */
function readCwd(payload: Fields): string | undefined {
  return (
    readText(toFields(payload['tool_input']), 'working_directory') || readText(payload, 'cwd') || undefined
  );
}

function readTool(eventName: string, payload: Fields): ToolCall | undefined {
  const known = Object.hasOwn(TOOL_OF_EVENT, eventName) ? TOOL_OF_EVENT[eventName] : undefined;
  const name = known ?? readText(payload, 'tool_name');
  if (name === undefined) return undefined;
  const isMcp = eventName.includes('MCP');
  const input = known === undefined ? readInput(payload['tool_input']) : payload;
  return nameTool(isMcp && !name.startsWith('MCP:') ? `MCP:${name}` : name, input, {
    known: TOOLS,
    isMcp: /^MCP:/,
    id: readText(payload, 'tool_use_id'),
  });
}

/** It counts its own follow-ups, and so knows that one is under way; what the agent said it keeps to itself, but not how it ended. */
function readStop(payload: Fields): { active: boolean; said: string } {
  const loops: unknown = payload['loop_count'];
  return {
    active: typeof loops === 'number' && loops > 0,
    said: readText(payload, 'last_assistant_message', 'text', 'summary', 'status') ?? '',
  };
}

function answerCursor(call: HookCall, outcome: HookOutcome): HookAnswer {
  if (outcome.decision === 'allow') return NO_OPINION;
  const text = outcome.decision === 'tell' ? outcome.text : describe(outcome);
  if (outcome.decision === 'tell' || outcome.decision === 'warn') return tell(call, text);
  if (isStop(call.event)) return sayJson({ followup_message: text });
  if (call.event === 'post-tool') return tell(call, text);
  return outcome.decision === 'ask' ? ask(call, outcome, text) : block(text);
}

/** It asks only about shells and servers; before other tools the answer would be taken for a yes. */
function ask(call: HookCall, outcome: Parameters<typeof describe>[0], text: string): HookAnswer {
  const canAsk = call.tool?.kind === 'shell' || call.tool?.name.startsWith('MCP:');
  if (call.event !== 'pre-tool' || !canAsk) return denyInsteadOfAsking(outcome);
  return sayJson({ permission: 'ask', user_message: text, agent_message: text });
}

const TOLD: readonly string[] = ['postToolUse', 'sessionStart'];

function tell({ eventName }: HookCall, text: string): HookAnswer {
  return TOLD.includes(eventName) ? sayJson({ additional_context: text }) : NO_OPINION;
}
