// Rules of the project over the lines of an output: the first that fits a line takes it.
import { MAX_RULE_LINE_CHARS } from '../../platform/index.js';
import type { RuleReport } from '../../schema/index.js';
import { toSeverity } from '../diagnostics.js';
import type { Finding } from '../format.js';
import { omitUndefined } from '../omit-undefined.js';
import type { CompiledRule } from './parse-rules.js';

const MAX_ITEMS = 2_000;

type Item = RuleReport['items'][number];

export function applyRules(lines: readonly string[], rules: readonly CompiledRule[]): Finding {
  const reports = rules.map(({ id, category, confidence }): RuleReport => ({
    kind: 'rule',
    tool: id,
    category,
    confidence,
    items: [],
  }));
  const understood = lines.flatMap((line, index) => {
    const cut = line.slice(0, MAX_RULE_LINE_CHARS);
    const which = cut === '' ? -1 : rules.findIndex(({ compiled }) => compiled.test(cut));
    const match = rules[which]?.compiled.exec(cut);
    if (!match) return [];
    const items = reports[which]?.items;
    if (items && items.length < MAX_ITEMS) items.push(toItem(match));
    return [{ from: index, to: index }];
  });
  return { reports: reports.filter(({ items }) => items.length > 0), understood };
}

function toItem(match: RegExpExecArray): Item {
  const { file, line, col, code, severity, message, test } = match.groups ?? {};
  return omitUndefined({
    file,
    line: toNumber(line),
    column: toNumber(col),
    code,
    severity: toSeverity(severity),
    message: (message ?? match[0]).trim(),
    test,
  });
}

function toNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
