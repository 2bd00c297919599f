// Tools that could not do their work and say so in one line: pip, pytest's usage errors, apt, shells.
import type { FailureReport } from '../../schema/index.js';
import { collectLines } from '../find-line.js';
import type { Format, OutputHint } from '../format.js';

export const toolFailure: Format = {
  tool: 'shell',
  signs: [
    'ERROR: ',
    'E: ',
    'not found',
    'Permission denied',
    'No such file or directory',
    'syntax error',
    '*** ',
  ],
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
const HINT =
  /^E(?:RROR)?: |^g?make|: (?:(?:command )?not found|Permission denied|No such file or directory)$|: syntax error/;
const MAX_FAILURES = 20;
const PYTEST = /^(?:file or directory not found|not found: |usage: |found no collectors)/;
const PIP =
  /^(?:Could not (?:find a version|install packages|open requirements)|No matching distribution|Failed (?:building|to build)|pip's dependency|Cannot (?:install|uninstall)|Invalid requirement|Package )/;
const SHELL_CODES: readonly (readonly [RegExp, string])[] = [
  [/: (?:command )?not found$/, 'command_not_found'],
  [/: Permission denied$/, 'permission_denied'],
  [/: No such file or directory$/, 'no_such_file'],
  [/: syntax error/, 'syntax_error'],
];

function readLine(line: string, hint: OutputHint): FailureReport | undefined {
  const apt = /^E: (\S.{0,1000})$/.exec(line);
  if (apt) return { kind: 'failure', tool: 'apt-get', message: apt[1] ?? '' };
  const error = /^ERROR: (\S.{0,1000})$/.exec(line);
  if (error) return { kind: 'failure', tool: nameTool(error[1] ?? '', hint), message: error[1] ?? '' };
  const make = /^g?make(?:\[\d{1,4}\])?: \*\*\* (\S.{0,500})$/.exec(line);
  if (make) return { kind: 'failure', tool: 'make', message: make[1] ?? '' };
  return readShell(line);
}

function nameTool(message: string, hint: OutputHint): string {
  if (PYTEST.test(message)) return 'pytest';
  return PIP.test(message) ? 'pip' : (hint.tool ?? 'command');
}

/** `bash: line 3: mvn: command not found`, `/bin/sh: 1: mvn: not found`, `cat: x: No such file or directory` */
function readShell(line: string): FailureReport | undefined {
  const known = SHELL_CODES.find(([pattern]) => pattern.test(line));
  const match = /^([\w./-]{1,60}): (?:(?:line )?\d{1,7}: )?(\S.{0,500})$/.exec(line);
  if (!known || !match) return undefined;
  const tool = /(?:^|\/)(?:ba|z|da|k)?sh$/.test(match[1] ?? '') ? 'shell' : (match[1] ?? 'shell');
  return { kind: 'failure', tool, code: known[1], message: match[2] ?? '' };
}
