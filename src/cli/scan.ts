// `scan`: what the built-in checks say of any project, and what would be done about the worst.
import { scanProject, type Inspection } from '../app/index.js';
import { groupByPlace, renderText, toJsonReport } from '../check/index.js';
import { present } from '../platform/index.js';
import type { Violation } from '../schema/index.js';
import { describeAdvice, type AdvisedViolation } from './advice-lines.js';
import { findFormat, handOver, readingWidth } from './check-format.js';
import { showCheckProgress } from './check-progress.js';
import { projectFolder, type Globals } from './globals.js';
import { untilInterrupted } from './interrupt.js';
import { clearLine, outputWidth, paint, print, printJson, wrap } from './output.js';
import { listBelow } from './scanned-paths.js';
import { requirePlace } from './write-report.js';

export interface ScanOptions {
  readonly top?: number;
  readonly advice?: boolean;
  readonly format?: string;
  readonly output?: string;
}

export async function scan(globals: Globals, paths: readonly string[], options: ScanOptions): Promise<void> {
  const render = findRenderer(options);
  const project = projectFolder(globals);
  const only = paths.length === 0 ? undefined : listBelow(project, paths);
  const inspection = await untilInterrupted('stopping', (signal) =>
    scanProject(project, { signal, onProgress: showCheckProgress(globals), ...present({ only }) }),
  );
  clearLine();
  process.exitCode = inspection.failedToRun.length > 0 ? 2 : 0;
  const { top = TOP } = options;
  const { output } = options;
  if (render) return handOver(render(inspection, { max: top, width: readingWidth(output) }), output);
  await printWorst(globals, inspection, { top, advice: options.advice ?? true });
}

const TOP = 10;

/** Undefined where nobody asked for a form of its own. */
function findRenderer({ format, output }: ScanOptions): ReturnType<typeof findFormat> | undefined {
  if (output !== undefined) requirePlace(output);
  const wanted = format ?? (output === undefined ? undefined : 'text');
  return wanted === undefined ? undefined : findFormat(wanted);
}

async function printWorst(
  globals: Globals,
  inspection: Inspection,
  { top, advice }: { readonly top: number; readonly advice: boolean },
): Promise<void> {
  const places = groupByPlace(inspection.failing).slice(0, top);
  const advised = advice ? places.map(([worst]) => worst) : [];
  if (globals.json) {
    const worst: AdvisedViolation[] = [];
    for await (const one of describeAdvice(globals, advised)) worst.push(one);
    return printJson({ ...(toJsonReport(inspection) as object), worst });
  }
  print(renderText(inspection, { paint, max: top, width: readingWidth() }));
  await printAdvice(globals, advised);
}

/** What would be done about the worst. */
async function printAdvice(globals: Globals, violations: readonly Violation[]): Promise<void> {
  const fixable = violations.filter(({ symbol, fix }) => symbol !== undefined || fix !== undefined);
  if (fixable.length === 0) return;
  print(paint('bold', '\nWhat `agentforge fix` would do'));
  for await (const { violation, lines } of describeAdvice(globals, fixable)) {
    print(
      `${paint('cyan', violation.symbol ?? violation.path)}  ${paint('dim', `${violation.path}:${violation.line ?? 1}  ${violation.check}`)}`,
    );
    for (const line of lines) print(wrap(line, outputWidth(), '  '));
  }
}
