// A stack trace → the exception at the project's own code, and the way that led there.
import { isOwnFrame } from '../../report/index.js';
import type { Frame, TraceReport } from '../../schema/index.js';
import type { Draft } from './create-fact.js';
import { firstLine } from './first-line.js';

const MAX_OWN_FRAMES = 3;

export function draftFromTrace(report: TraceReport): Draft[] {
  const own = report.frames.filter(isOwnFrame);
  const place = own[0] ?? report.frames[0];
  return [draftException(report, place), ...draftPath(report, own, place)];
}

function draftException(report: TraceReport, place: Frame | undefined): Draft {
  const { exception, tool } = report;
  const message = firstLine(report.message);
  const where = place
    ? ` at ${place.file}:${place.line}${place.function === undefined ? '' : ` in ${place.function}`}`
    : '';
  return {
    kind: 'exception',
    tool,
    category: 'error',
    subject: place ? `${exception} ${place.file}:${place.line}` : exception,
    statement: `${exception}: ${message}${where}`,
    confidence: 0.95,
    data: { code: exception, message, ...(place && { file: place.file, line: place.line }) },
  };
}

/** Where it was thrown, the nearest own frames, and where the program entered. */
function draftPath(report: TraceReport, own: readonly Frame[], place: Frame | undefined): Draft[] {
  const thrown = report.frames[0];
  const entry = own.at(-1) ?? report.frames.at(-1);
  const frames = [thrown, ...own.slice(0, MAX_OWN_FRAMES), entry].filter((frame) => frame !== undefined);
  const distinct = new Map(frames.map((frame) => [`${frame.file}:${frame.line}`, frame]));
  if (place) distinct.delete(`${place.file}:${place.line}`);
  return [...distinct].map(([at, frame]) => ({
    kind: 'frame',
    tool: report.tool,
    category: 'code_structure',
    subject: at,
    statement: `${report.exception} passes through ${at}${frame.function === undefined ? '' : ` in ${frame.function}`}`,
    confidence: 0.9,
    data: { file: frame.file, line: frame.line },
  }));
}
