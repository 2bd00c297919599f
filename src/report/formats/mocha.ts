// The spec-like reporters of mocha.
import type { TestCase } from '../../schema/index.js';
import { countIndent, findLineFrom } from '../find-line.js';
import type { Format } from '../format.js';
import { cleanTestName, createTestReport, readFailure } from '../test-report.js';

export const mocha: Format = {
  tool: 'mocha',
  signs: [' passing (', ' failing'],
  parse({ lines }) {
    const passing = lines.findLastIndex((line) => /^ {2}\d{1,9} passing \(/.test(line));
    if (passing < 0) return undefined;
    const after = lines.slice(passing, passing + 4);
    const failing = readFailing(lines, passing);
    const counts = {
      passed: readCount(after, 'passing'),
      failed: readCount(after, 'failing'),
      skipped: readCount(after, 'pending'),
      errors: 0,
    };
    const report = createTestReport(
      'mocha',
      false,
      counts,
      failing.cases,
      readPassing(lines.slice(0, passing)),
    );
    const from = lines.findIndex((line) => /^ {4,80}(?:✔|✓|\d{1,5}\)) \S/.test(line));
    return {
      reports: [report],
      understood: [{ from: from < 0 ? passing : Math.min(from, passing), to: failing.end }],
    };
  },
};

function readCount(lines: readonly string[], word: string): number {
  const line = lines.find((candidate) => new RegExp(`^ {2}\\d{1,9} ${word}`).test(candidate));
  return Number(/\d{1,9}/.exec(line ?? '')?.[0] ?? 0);
}

/** `  1) suite`, each deeper title indented by two more, the last one closed with a colon. */
function readFailing(lines: readonly string[], from: number): { cases: TestCase[]; end: number } {
  const cases: TestCase[] = [];
  let end = from + 3;
  for (let index = from; index < lines.length; index += 1) {
    const head = /^ {2}(\d{1,5})\) (\S.{0,500})$/.exec(lines[index] ?? '');
    if (!head || Number(head[1]) !== cases.length + 1) continue;
    const titles = [head[2] ?? ''];
    let body = index + 1;
    while (isTitle(lines[body], 5 + 2 * titles.length)) titles.push((lines[body++] ?? '').trim());
    end = findEnd(lines, body, cases.length + 2);
    const said = lines.slice(body, end);
    cases.push({ test: titles.join(' ').replace(/:$/, ''), ...findTimedOut(said), ...readFailure(said) });
    index = end - 1;
  }
  return { cases, end: Math.min(end, lines.length) - 1 };
}

/** A test that timed out has no stack; its file stands behind the message. */
function findTimedOut(said: readonly string[]): Pick<TestCase, 'file'> {
  const file = said.map((line) => /^ {5}Error: Timeout of .{1,300} \((\S{1,500})\)$/.exec(line)?.[1]);
  return { file: file.find((found) => found !== undefined) };
}

function isTitle(line: string | undefined, indent: number): boolean {
  return line !== undefined && line.trim() !== '' && countIndent(line) === indent;
}

function findEnd(lines: readonly string[], from: number, next: number): number {
  return findLineFrom(lines, from, (line) => line.startsWith(`  ${next}) `) || /^(?:npm |> |\$ )/.test(line));
}

function readPassing(lines: readonly string[]): string[] {
  const names: string[] = [];
  const ancestors: string[] = [];
  for (const line of lines) {
    if (!line.startsWith('  ')) continue;
    const match = /^( {2,80})([✔✓] |- |\d{1,5}\) )?(\S.{0,500})$/.exec(line);
    if (!match) continue;
    const [, indent = '', mark, name = ''] = match;
    const depth = indent.length / 2 - 1;
    if (mark === undefined) ancestors.splice(depth, ancestors.length, name);
    else if (/[✔✓]/.test(mark)) names.push([...ancestors.slice(0, depth), cleanTestName(name)].join(' '));
  }
  return names;
}
