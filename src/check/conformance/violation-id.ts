// Names findings so that the same one has the same name in the next run, whatever line it is on by then.
import { sha256 } from '../../platform/index.js';
import type { Finding } from './finding.js';

/** What the name is made of: where people would say it is, never a line number. */
export type Identity = Pick<Finding, 'path' | 'line' | 'rule' | 'anchor'>;

/** One id per finding of a check, in the order given. Alike ones in a file are counted from the top. */
export function nameViolations(check: string, findings: readonly Identity[]): string[] {
  const ids = new Array<string>(findings.length);
  const seen = new Map<string, number>();
  const order = findings.map((_, index) => index);
  const lineOf = (index: number): number => findings[index]?.line ?? 0;
  for (const index of order.sort((a, b) => lineOf(a) - lineOf(b) || a - b)) {
    const finding = findings[index];
    if (finding === undefined) continue;
    const place = [check, finding.rule ?? '', finding.path, finding.anchor].join('\0');
    const occurrence = seen.get(place) ?? 0;
    seen.set(place, occurrence + 1);
    ids[index] = `V-${sha256(`${place}\0${occurrence}`).slice(0, 10)}`;
  }
  return ids;
}
