// What must hold for any output, however it was mangled on its way.
import fc from 'fast-check';
import { expect } from 'vitest';
import { extractFacts } from '../../src/engine/facts/index.js';
import { parseReports, stripAnsi } from '../../src/report/index.js';
import { Report } from '../../src/schema/index.js';
import { mutated } from './mutation.js';

/** Nothing is thrown, reports fit their schema, and no fact names a file or a test that the text does not. */
export function checkMutatedOutputs(numRuns: number): void {
  fc.assert(
    fc.property(mutated, (text) => {
      const reports = parseReports(text);
      for (const report of reports) expect(Report.safeParse(report).error).toBeUndefined();
      const facts = extractFacts({
        reports,
        scope: 's',
        source: 's',
        action: 'a',
        outcome: 'failure',
        step: 1,
      });
      const shown = showText(text);
      for (const { data } of facts) {
        expect(findForeignWords(data.test ?? '', shown)).toEqual([]);
        expect(findForeignWords(data.file ?? '', shown)).toEqual([]);
      }
    }),
    { numRuns },
  );
}

/** Without colours, line by line and as a whole, and with what documents escape. */
function showText(text: string): string {
  const plain = `${text.split('\n').map(stripAnsi).join('\n')}\n${stripAnsi(text)}`;
  const unescaped = plain.replace(/&(?:quot|apos|lt|gt|amp|#\d+);|\\[nrt"\\/]/g, ' ');
  return `${plain}\n${unescaped}`;
}

/** Names may be joined from parts, so their words are looked for. */
function findForeignWords(name: string, text: string): string[] {
  return name.split(/[^\p{L}\p{N}_]+/u).filter((word) => word !== '' && !text.includes(word));
}
