// The forms in which what checks found is handed over.
import type { Inspection } from '../app/index.js';
import { renderJunit, renderMarkdown, renderText, toJsonReport, toSarif } from '../check/index.js';
import { packageVersion } from '../platform/index.js';
import { AgentForgeError } from '../schema/index.js';
import { note, outputWidth, paint, print } from './output.js';
import { writeReport } from './write-report.js';

/** Where people read: so many places at most, in rows of so many columns. */
export interface Reading {
  readonly max: number;
  readonly width?: number | undefined;
}

export type Format = (inspection: Inspection, reading: Reading) => string;

const FORMATS: Readonly<Record<string, Format>> = {
  text: (inspection, reading) => renderText(inspection, { paint, ...reading }),
  json: (inspection) => JSON.stringify(toJsonReport(inspection)),
  sarif: (inspection) => JSON.stringify(toSarif(inspection, packageVersion()), null, 2),
  junit: (inspection) => renderJunit(inspection),
  markdown: (inspection) => renderMarkdown(inspection),
};

export function findFormat(format: string): Format {
  const render = FORMATS[format];
  if (render) return render;
  throw new AgentForgeError(
    'bad_usage',
    `There is no format ${JSON.stringify(format)}; use ${Object.keys(FORMATS).join(', ')}.`,
  );
}

/** A file or a pipe has no columns to keep to. */
export function readingWidth(output?: string): number | undefined {
  return output === undefined && process.stdout.isTTY ? outputWidth() : undefined;
}

/** On standard output, or in a file. */
export function handOver(text: string, output: string | undefined): void {
  if (output === undefined) return print(text.trimEnd());
  writeReport(output, text.trimEnd());
  note(`wrote ${output}`);
}
