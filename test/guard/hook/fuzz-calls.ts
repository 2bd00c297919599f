// Calls that no CLI would make, and near misses of those that they do make.
import fc from 'fast-check';
import type { HookDialect } from '../../../src/guard/hook/call.js';

const TOOLS: Readonly<Record<HookDialect, readonly string[]>> = {
  claude: ['Bash', 'Write', 'Edit', 'MultiEdit', 'NotebookEdit', 'mcp__files__write_file', 'Unknown'],
  codex: ['Bash', 'apply_patch', 'mcp__files__delete', 'Unknown'],
  gemini: ['run_shell_command', 'write_file', 'replace', 'mcp_files_move_file', 'Unknown'],
  cursor: ['Shell', 'Write', 'StrReplace', 'Delete', 'MCP:write', 'Unknown'],
};
const EVENTS: Readonly<Record<HookDialect, readonly string[]>> = {
  claude: ['PreToolUse'],
  codex: ['PreToolUse'],
  gemini: ['BeforeTool'],
  cursor: ['preToolUse', 'beforeShellExecution', 'beforeMCPExecution'],
};

/** Where a forbidden write hides among anything else. */
export const CONTROL_FILE = '.agentforge/config.yaml';

const junk = fc.oneof(fc.string({ unit: 'binary' }), fc.jsonValue({ maxDepth: 2 }), fc.constant(undefined));
const commands = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom('ls', 'rm -rf /', '$(', '"'),
);
const noise = fc.dictionary(
  fc.constantFrom(
    'command',
    'content',
    'old_string',
    'edits',
    'replace_all',
    'cell_id',
    'paths',
    '__proto__',
    'extra',
  ),
  junk,
);

/** A call of a tool that writes, with the file it is to write to or without. */
export function fuzzCall(dialect: HookDialect): fc.Arbitrary<{ text: string; isForbidden: boolean }> {
  const input = fc.record(
    {
      file_path: fc.oneof(fc.constant(CONTROL_FILE), junk),
      command: fc.oneof(commands, junk),
      content: junk,
    },
    { requiredKeys: [] },
  );
  return fc
    .record({
      event: fc.constantFrom(...EVENTS[dialect]),
      tool: fc.constantFrom(...TOOLS[dialect]),
      input: fc.oneof(input, junk),
      noise,
      session: junk,
      cwd: junk,
    })
    .map(({ event, tool, input: given, noise: more, session, cwd }) => ({
      text: JSON.stringify({
        hook_event_name: event,
        tool_name: tool,
        tool_input: given,
        session_id: session,
        cwd,
        ...more,
      }),
      isForbidden:
        isPlainWrite(tool, given) &&
        !(tool === 'Unknown' && event.includes('MCP')) &&
        event !== 'beforeShellExecution',
    }));
}

/** Only what is certainly a write to the control file. */
function isPlainWrite(tool: string, input: unknown): boolean {
  const isWriter = ['Write', 'write_file', 'Unknown', 'mcp__files__write_file', 'MCP:write'].includes(tool);
  return (
    isWriter &&
    typeof input === 'object' &&
    input !== null &&
    'file_path' in input &&
    input.file_path === CONTROL_FILE
  );
}
