// Tools that could not do their work and say so in one line: pip, pytest's usage errors, apt, shells.
import type { FailureReport } from '../../schema/index.js';
import { collectLines } from '../find-line.js';
import type { Format, OutputHint } from '../format.js';

/** What the system calls a failed operation, at the end of a line. */
const SYSTEM = new Map([
  ['command not found', 'command_not_found'],
  ['not found', 'command_not_found'],
  ['Permission denied', 'permission_denied'],
  ['Operation not permitted', 'permission_denied'],
  ['No such file or directory', 'no_such_file'],
  ['File exists', 'file_exists'],
  ['Is a directory', 'is_a_directory'],
  ['Not a directory', 'not_a_directory'],
  ['Directory not empty', 'directory_not_empty'],
  ['Read-only file system', 'read_only'],
  ['No space left on device', 'no_space'],
  ['Connection refused', 'connection_refused'],
  ['Name or service not known', 'unknown_host'],
  ['Cannot allocate memory', 'out_of_memory'],
]);

export const toolFailure: Format = {
  tool: 'shell',
  signs: ['ERROR: ', 'E: ', 'error: ', 'curl: ', '*** ', 'No test', 'syntax error', ...SYSTEM.keys()],
  parse({ lines, hint }) {
    const found = collectLines(lines, (line, index) => {
      const report = HINT.test(line) ? readLine(line, hint) : undefined;
      return report && { report, index };
    });
    if (found.length === 0) return undefined;
    return {
      reports: found.slice(0, MAX_FAILURES).map(({ report }) => report),
      understood: found.map(({ index }) => ({ from: index, to: index })),
    };
  },
};

/** One look at each line instead of one for each kind of failure. */
const HINT = new RegExp(
  `^E(?:RROR)?: |^g?make|^curl: |^error: \\w|^(?:Error: )?No test(?:s| files) found|[:\\]] (?:${[...SYSTEM.keys()].join('|')})$|: syntax error|: error: (?:unrecognized|argument|the following|ambiguous|one of the|no such option)`,
);
const MAX_FAILURES = 20;
const PYTEST = /^(?:file or directory not found|not found: |found no collectors)/;
/** What Python's own parsers of options say, after the name of the program. */
const OPTIONS =
  /^(?:[\w./-]{1,80} -m )?([\w.-]{1,80}): error: ((?:unrecognized arguments|argument |the following arguments|ambiguous option|one of the arguments|no such option).{0,500})$/;

const PIP =
  /^(?:Could not (?:find a version|install packages|open requirements)|No matching distribution|Failed (?:building|to build)|pip's dependency|unknown command "|Cannot (?:install|uninstall)|Invalid requirement|Package )/;
function readLine(line: string, hint: OutputHint): FailureReport | undefined {
  const [, program, refusal] = OPTIONS.exec(line) ?? [];
  if (program !== undefined && refusal !== undefined)
    return { kind: 'failure', tool: program, message: refusal };
  for (const [shape, tool] of SHAPES) {
    const message = shape.exec(line)?.[1];
    if (message !== undefined)
      return { kind: 'failure', tool: tool === '' ? nameTool(message, hint) : tool, message };
  }
  return readShell(line);
}

/** A whole line and the tool it is from; '' where the message tells. */
const SHAPES: readonly (readonly [RegExp, string])[] = [
  [/^E: (\S.{0,1000})$/, 'apt-get'],
  [/^ERROR: (?!usage: |(?:\([\w-]{1,60}\) )?[^\s:[]{1,300}(?::\d{1,7}:\d|\[\d))(\S.{0,1000})$/, ''],
  [
    /^error: ((?:metadata-generation-failed|externally-managed-environment|subprocess-exited-with-error|legacy-install-failure)\b.{0,200})$/,
    'pip',
  ],
  [/^g?make(?:\[\d{1,4}\])?: \*\*\* (\S.{0,500})$/, 'make'],
  [/^curl: (\(\d{1,3}\) .{1,500})$/, 'curl'],
  [/^(?:Error: )?(No test(?:s| files) found(?:, exiting with code \d{1,3}|: .{1,500}))$/, 'tests'],
];

function nameTool(message: string, hint: OutputHint): string {
  if (PYTEST.test(message)) return 'pytest';
  return PIP.test(message) ? 'pip' : (hint.tool ?? 'command');
}

/** `bash: line 3: mvn: command not found`, `/bin/sh: 1: mvn: not found`, `cat: x: No such file or directory` */
function readShell(line: string): FailureReport | undefined {
  const match = /^([\w./-]{1,200}): ((?:line )?\d{1,7}: )?(\S.{0,500})$/.exec(line);
  const code = findCode(line);
  if (!match || code === undefined) return undefined;
  const [, said = '', numbered = '', message = ''] = match;
  const name = said.slice(said.lastIndexOf('/') + 1);
  // A script is named in place of its shell, but only a shell counts its lines so.
  const isShell = numbered.startsWith('line ') || /^(?:ba|z|da|k)?sh$/.test(name);
  return { kind: 'failure', tool: isShell ? 'shell' : name, code, message };
}

function findCode(line: string): string | undefined {
  const last = /[:\]] ([A-Za-z][\w -]{5,40})$/.exec(line)?.[1] ?? '';
  return SYSTEM.get(last) ?? (line.includes(': syntax error') ? 'syntax_error' : undefined);
}
