// What is written into the settings of each CLI, so that a hook that fails stops what writes.
import type { HookDialect } from '../../guard/index.js';
import type { Settings } from './settings-text.js';

/** Event → the entries that are added to its list. */
export type HookEntries = Readonly<Record<string, readonly Settings[]>>;

const TIMEOUT_S = 10;
/** What only reads changes nothing that would have to be looked at afterwards. */
const AFTER_WRITING = '^(?!(?:Read|Glob|Grep|LS|NotebookRead|WebFetch|WebSearch|TodoWrite)$)';

export function listHookEntries(dialect: HookDialect, command: string): HookEntries {
  return ENTRIES[dialect](command);
}

const ENTRIES: Readonly<Record<HookDialect, (command: string) => HookEntries>> = {
  claude: (command) => {
    const plain = { type: 'command', command, timeout: TIMEOUT_S };
    const strict = { ...plain, onFailure: 'block' };
    return {
      PreToolUse: [{ matcher: '*', hooks: [strict] }],
      PostToolUse: [{ matcher: AFTER_WRITING, hooks: [plain] }],
      PostToolUseFailure: [{ matcher: AFTER_WRITING, hooks: [plain] }],
      Stop: [{ hooks: [plain] }],
      SubagentStop: [{ hooks: [plain] }],
      SessionStart: [{ hooks: [plain] }],
      UserPromptSubmit: [{ hooks: [plain] }],
      ConfigChange: [{ hooks: [strict] }],
    };
  },
  codex: (command) => {
    const hooks = [{ type: 'command', command, timeout: TIMEOUT_S }];
    const events = ['PreToolUse', 'PostToolUse', 'Stop', 'SubagentStop', 'SessionStart', 'UserPromptSubmit'];
    return Object.fromEntries(events.map((event) => [event, [{ hooks }]]));
  },
  gemini: (command) => {
    const hooks = [{ name: 'agentforge', type: 'command', command, timeout: TIMEOUT_S * 1000 }];
    return {
      BeforeTool: [{ matcher: '.*', hooks }],
      AfterTool: [{ matcher: '.*', hooks }],
      BeforeAgent: [{ hooks }],
      AfterAgent: [{ hooks }],
      SessionStart: [{ hooks }],
    };
  },
  cursor: (command) => {
    const plain = { command, timeout: TIMEOUT_S };
    const strict = { ...plain, failClosed: true };
    return {
      preToolUse: [strict],
      beforeShellExecution: [strict],
      beforeMCPExecution: [strict],
      postToolUse: [plain],
      stop: [plain],
      subagentStop: [plain],
      sessionStart: [plain],
      beforeSubmitPrompt: [plain],
    };
  },
};

/** The event whose hook decides about a tool. */
export const DECIDING_EVENTS: Readonly<Record<HookDialect, string>> = {
  claude: 'PreToolUse',
  codex: 'PreToolUse',
  gemini: 'BeforeTool',
  cursor: 'preToolUse',
};
