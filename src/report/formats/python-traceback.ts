// Python tracebacks, chained ones included.
import type { Frame, TraceReport } from '../../schema/index.js';
import { countIndent, findLineFrom } from '../find-line.js';
import type { Format, LineRange, Output } from '../format.js';
import { parsePythonFrame } from '../location.js';

export const pythonTraceback: Format = {
  tool: 'python',
  signs: ['Traceback (most recent call last):', '  File "'],
  parse(output) {
    const lines = readTrees(output);
    const reports: TraceReport[] = [];
    const understood: LineRange[] = [];
    for (let index = 0; index < lines.length; index += 1) {
      const line = lines[index] ?? '';
      const opens = OPENING.test(line);
      if (!opens && !BARE.test(line)) continue;
      const trace = readTrace(lines, opens ? index + 1 : index, opens ? countIndent(line) : 0);
      if (trace.report) {
        reports.push(trace.report);
        understood.push({ from: index, to: trace.end });
      }
      index = Math.max(index, trace.report ? trace.end : trace.end - 1);
    }
    return reports.length === 0 ? undefined : { reports: dropRepeats(reports), understood };
  },
};

const MAX_TRACES = 5;
const OPENING = /^\s{0,80}Traceback \(most recent call last\):$/;
/** A syntax error in the program itself is printed without the opening line. */
const BARE = /^ {2}File "[^"]{1,500}", line \d{1,7}$/;
const GROUP = '+ Exception Group Traceback ';

/** A group of exceptions is drawn as a tree of tracebacks. */
function readTrees({ text, lines }: Output): readonly string[] {
  return text.includes(GROUP)
    ? lines.map((line) => line.replace(/^ {2,60}[|+] (?:Exception Group )?/, ''))
    : lines;
}
const EXCEPTION = /^([A-Za-z_][\w.]{0,200})(?:: ?(.{0,3000}))?$/;

function readTrace(
  lines: readonly string[],
  from: number,
  indent: number,
): { report?: TraceReport; end: number } {
  const end = findLineFrom(lines, from, (line) => line !== '' && countIndent(line) <= indent);
  const match = EXCEPTION.exec((lines[end] ?? '').trim());
  const frames = lines
    .slice(from, end)
    .map(parsePythonFrame)
    .filter((frame): frame is Frame => frame !== undefined);
  if (!match || frames.length === 0) return { end };
  const message = match[2]?.trim() ?? '';
  const next = message === '' ? (lines[end + 1] ?? '').trim() : message;
  const report: TraceReport = {
    kind: 'trace',
    tool: 'python',
    exception: match[1] ?? '',
    message: next,
    frames: frames.reverse(),
  };
  return { report, end };
}

/** The last ones are nearest to what made the program stop. */
function dropRepeats(reports: readonly TraceReport[]): TraceReport[] {
  const unique = new Map<string, TraceReport>();
  for (const report of reports)
    unique.set(`${report.exception}\0${report.message}\0${JSON.stringify(report.frames[0])}`, report);
  return [...unique.values()].slice(-MAX_TRACES);
}
