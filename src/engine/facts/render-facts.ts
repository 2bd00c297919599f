// Facts → the lines of a context, what matters for the next action first, never longer than asked.
import type { Fact } from '../../schema/index.js';
import { isOfTest, rankFact } from './rank-fact.js';

const MIN_CONFIDENCE = 0.5;
const MAX_LINE_CHARS = 300;
/** Verdicts are short and must not be crowded out by a long list of failures. */
const RESERVED_VERDICTS = 4;

const GROUPS: readonly { title: string; holds: (fact: Fact) => boolean }[] = [
  { title: 'Failing tests', holds: ({ category, data }) => category === 'error' && isOfTest(data) },
  { title: 'Errors', holds: ({ category }) => category === 'error' },
  { title: 'Verification', holds: ({ category }) => category === 'verification' },
  { title: 'Conclusions', holds: ({ category }) => category === 'inference' || category === 'pattern' },
  { title: 'Code', holds: () => true },
];

export function renderFacts(facts: readonly Fact[], maxChars: number): string {
  const shown = facts
    .filter((fact) => fact.confidence >= MIN_CONFIDENCE)
    .map((fact, index) => ({ fact, index, group: GROUPS.findIndex(({ holds }) => holds(fact)) }))
    .sort(
      (a, b) =>
        a.group - b.group ||
        rankFact(a.fact) - rankFact(b.fact) ||
        b.fact.step - a.fact.step ||
        a.index - b.index,
    );
  const whole = layOut(shown, shown);
  if (whole.length <= maxChars) return whole;
  const verdicts = shown.filter(({ fact }) => fact.category === 'verification').slice(0, RESERVED_VERDICTS);
  const rest = shown.filter((entry) => !verdicts.includes(entry));
  const queue = [...verdicts, ...rest];
  // The longest prefix of the queue that fits; layouts only grow, so halving finds it.
  let fits = 0;
  let tooMany = queue.length;
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (layOut(queue.slice(0, middle), shown).length <= maxChars) fits = middle;
    else tooMany = middle;
  }
  return layOut(queue.slice(0, fits), shown).slice(0, Math.max(0, maxChars));
}

interface Entry {
  readonly fact: Fact;
  readonly index: number;
  readonly group: number;
}

function layOut(chosen: readonly Entry[], all: readonly Entry[]): string {
  const lines: string[] = [];
  for (const [group, { title }] of GROUPS.entries()) {
    const members = chosen.filter((entry) => entry.group === group);
    if (members.length > 0) lines.push(`${title}:`, ...members.map(({ fact }) => renderLine(fact)));
  }
  const left = all.length - chosen.length;
  if (left > 0) lines.push(`and ${left} more`);
  return lines.join('\n');
}

function renderLine(fact: Fact): string {
  const line = `- ${fact.statement.replaceAll('\n', ' ')}${fact.stale === true ? ' [stale]' : ''}`;
  return line.length > MAX_LINE_CHARS ? `${line.slice(0, MAX_LINE_CHARS - 1)}…` : line;
}
