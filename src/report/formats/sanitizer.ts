// Reports of the sanitizers of GCC and Clang: what was done to memory, and the calls that led there.
import type { Frame, TraceReport } from '../../schema/index.js';
import { collectLines, findLineFrom } from '../find-line.js';
import type { Format } from '../format.js';
import { parseLocation } from '../location.js';

export const sanitizer: Format = {
  tool: 'sanitizer',
  signs: ['Sanitizer: '],
  parse({ lines }) {
    const found = collectLines(lines, (line, index) => readReport(lines, line, index)).slice(0, MAX_TRACES);
    if (found.length === 0) return undefined;
    return { reports: found.map(({ report }) => report), understood: found };
  },
};

const MAX_TRACES = 5;
const MAX_LINES = 200;
const HEAD = /^(?:==\d{1,10}==)?(?:ERROR|WARNING): (\w{1,20}Sanitizer): (\S.{0,1000})$/;
const FRAME =
  /^ {4}#\d{1,4} (?:0x[\da-f]{1,16} in )?(\S.{0,500}) (\S{1,500}:\d{1,7}(?::\d{1,7})?)(?: \(.{0,300}\))?$/;

function readReport(
  lines: readonly string[],
  line: string,
  from: number,
): { report: TraceReport; from: number; to: number } | undefined {
  const [, exception, said] = line.includes('Sanitizer: ') ? (HEAD.exec(line) ?? []) : [];
  if (exception === undefined || said === undefined) return undefined;
  const first = findLineFrom(lines, from + 1, (next) => FRAME.test(next), from + MAX_LINES);
  const end = findLineFrom(lines, first, (next) => !next.startsWith('    #'), first + MAX_LINES);
  const frames = lines
    .slice(first, end)
    .map(readFrame)
    .filter((frame): frame is Frame => frame !== undefined);
  // Addresses and process numbers differ from run to run.
  const message = said.replace(/ (?:on (?:unknown )?address 0x|\(pid=).{0,500}$/, '');
  const report: TraceReport = { kind: 'trace', tool: 'sanitizer', exception, message, frames };
  return frames.length === 0 ? undefined : { report, from, to: end - 1 };
}

function readFrame(line: string): Frame | undefined {
  const [, name = '', at = ''] = FRAME.exec(line) ?? [];
  const place = parseLocation(at);
  return place && { file: place.file, line: place.line, function: name };
}
