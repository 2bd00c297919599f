// What a rule of the project found → facts of the category and confidence that the rule declares.
import type { RuleReport } from '../../schema/index.js';
import type { Draft } from './create-fact.js';
import { firstLine } from './first-line.js';

export function draftFromRule({ tool, category, confidence, items }: RuleReport): Draft[] {
  return items.map((item): Draft => {
    const { file, line, test, code } = item;
    const message = firstLine(item.message);
    const place = file === undefined ? '' : line === undefined ? file : `${file}:${line}`;
    return {
      kind: `rule ${code ?? message}`,
      tool,
      category,
      subject: test ?? (place || tool),
      statement:
        test === undefined ? [place, message].filter(Boolean).join(': ') : describeTest(test, message, place),
      confidence,
      data: { ...item, message },
    };
  });
}

function describeTest(test: string, message: string, place: string): string {
  return `${test} fails: ${message}${place === '' ? '' : ` (${place})`}`;
}
