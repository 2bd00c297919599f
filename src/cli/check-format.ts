// The forms in which what checks found is handed over.
import type { Inspection } from '../app/index.js';
import { renderJunit, renderMarkdown, renderText, toJsonReport, toSarif } from '../check/index.js';
import { packageVersion } from '../platform/index.js';
import { AgentForgeError } from '../schema/index.js';
import { note, paint, print } from './output.js';
import { writeReport } from './write-report.js';

/** `max` places at most, where people read. */
export type Format = (inspection: Inspection, max: number) => string;

const FORMATS: Readonly<Record<string, Format>> = {
  text: (inspection, max) => renderText(inspection, { paint, max }),
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

/** On standard output, or in a file. */
export function handOver(text: string, output: string | undefined): void {
  if (output === undefined) return print(text.trimEnd());
  writeReport(output, text.trimEnd());
  note(`wrote ${output}`);
}
