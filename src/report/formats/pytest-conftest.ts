// A conftest that cannot be loaded: pytest prints the way there and the error, and runs nothing.
import type { Frame, TraceReport } from '../../schema/index.js';
import { findLineFrom } from '../find-line.js';
import type { Format } from '../format.js';
import { parsePythonFrame } from '../location.js';

export const pytestConftest: Format = {
  tool: 'pytest',
  signs: [' while loading conftest '],
  parse({ lines }) {
    const from = lines.findIndex(
      (line) => line.includes(' while loading conftest ') && /^\w{1,80} while loading conftest '/.test(line),
    );
    if (from < 0) return undefined;
    const error = findLineFrom(lines, from, (line) => ERROR.test(line), from + MAX_LINES);
    const [, exception, message = ''] = ERROR.exec(lines[error] ?? '') ?? [];
    if (exception === undefined) return undefined;
    const frames = lines
      .slice(from + 1, error)
      .map(readFrame)
      .filter(isFrame)
      .reverse();
    const report: TraceReport = { kind: 'trace', tool: 'pytest', exception, message, frames };
    return { reports: [report], understood: [{ from, to: error }] };
  },
};

const MAX_LINES = 500;
const ERROR = /^E {3}([A-Za-z_][\w.]{0,200})(?:: (.{0,3000}))?$/;

/** `a.py:3: in load`, and the place of a syntax error among the lines marked with E. */
function readFrame(line: string): Frame | undefined {
  const [, file, number, name] = /^(\S[^:]{0,500}):(\d{1,7}): in (\S.{0,300})$/.exec(line) ?? [];
  if (file === undefined || name === undefined) return parsePythonFrame(line.replace(/^E /, ''));
  return { file, line: Number(number), function: name };
}

function isFrame(frame: Frame | undefined): frame is Frame {
  return frame !== undefined;
}
