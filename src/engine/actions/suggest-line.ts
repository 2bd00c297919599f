// Which line of a file somebody may have meant by a text that is not in it.
import { measureCommonEnds, splitLines } from './text-lines.js';

/** The first line of `old` that has no like in the file says where it went wrong; else the first one says where to look. */
export function suggestLine(text: string, old: string): string {
  const { lines } = splitLines(text);
  const wanted = old.split('\n').filter((one) => one.trim() !== '');
  const strange = wanted.find((one) => !lines.includes(one)) ?? wanted[0] ?? '';
  const near = findNearest(lines, strange);
  if (near === undefined)
    return 'Read the file again; the text may have changed. replace_lines works by line number.';
  return `Line ${near + 1} is close: ${JSON.stringify(lines[near]?.slice(0, 120))}. Check whitespace, or use replace_lines.`;
}

const CLOSE = 0.6;

/** By what two lines have in common at their beginning and end, whitespace aside. */
function findNearest(lines: readonly string[], wanted: string): number | undefined {
  const target = wanted.trim().replace(/\s+/g, ' ');
  let best = { share: 0, index: -1 };
  for (const [index, line] of lines.entries()) {
    const share = shareInCommon(line.trim().replace(/\s+/g, ' '), target);
    if (share > best.share) best = { share, index };
  }
  return best.share >= CLOSE ? best.index : undefined;
}

function shareInCommon(line: string, target: string): number {
  if (line === '' || target === '') return 0;
  const { head, tail } = measureCommonEnds(line, target);
  return line.includes(target) ? 1 : (head + tail) / Math.max(line.length, target.length);
}
