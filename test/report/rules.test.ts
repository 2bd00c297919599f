import { describe, expect, it } from 'vitest';
import { extractFacts } from '../../src/engine/facts/index.js';
import { parseReports, parseRules } from '../../src/report/index.js';

const FILE = `schema: 1
rules:
  - id: house-lint
    pattern: '^LINT (?<severity>\\w+) (?<file>[^ ]+) (?<line>\\d+),(?<col>\\d+) (?<code>H\\d+) (?<message>.+)$'
    category: code_structure
    confidence: 0.8
  - id: house-tests
    pattern: '^BROKEN (?<test>[^=]+) = (?<message>.+)$'
`;

/** A file with one rule that has this pattern, on line 3. */
function ruleWith(pattern: string): string {
  return `rules:\n  - id: probe\n    pattern: ${JSON.stringify(pattern)}\n`;
}

function drawFacts(text: string, rules: string): ReturnType<typeof extractFacts> {
  const reports = parseReports(text, { rules: parseRules(rules, 'rules.yaml') });
  return extractFacts({ reports, scope: 's', source: 's', action: 'a', outcome: 'failure', step: 1 });
}

describe('rules of a project', () => {
  it('become facts with the category and confidence they declare', () => {
    const text = 'LINT warning src/a.ts 12,5 H100 too clever\nBROKEN cart adds up = 2 is not 3\nfine';
    expect(drawFacts(text, FILE)).toMatchObject([
      {
        category: 'code_structure',
        confidence: 0.8,
        subject: 'src/a.ts:12',
        statement: 'src/a.ts:12: too clever',
        source: 'house-lint:rule H100',
        data: {
          file: 'src/a.ts',
          line: 12,
          column: 5,
          code: 'H100',
          severity: 'warning',
          message: 'too clever',
        },
      },
      {
        category: 'error',
        confidence: 0.9,
        subject: 'cart adds up',
        statement: 'cart adds up fails: 2 is not 3',
        data: { test: 'cart adds up', message: '2 is not 3' },
      },
    ]);
  });

  it('see a line before the formats that are built in, and leave the others to them', () => {
    const rule = ruleWith('^(?<file>[^:]+):(?<line>\\d+): house: (?<message>.+)$');
    const reports = parseReports('a.py:3: house: odd\nb.py:4: error: real', { rules: parseRules(rule, 'r') });
    expect(reports.map(({ kind, tool }) => [kind, tool])).toEqual([
      ['rule', 'probe'],
      ['diagnostics', 'mypy'],
    ]);
  });

  it.each([
    ['nested quantifiers', '^(?<message>(?:a+)+)$', 'repeats a group that itself repeats'],
    ['repeated alternatives', '^(?<message>(?:x|xx)*)y', 'repeats a group that itself repeats'],
    [
      'a group that is repeated with its space',
      '(?<test>(?:\\w+\\s?)*)$',
      'repeats a group that itself repeats',
    ],
    ['several parts that fit the same text', '(?<file>.*.*.*)z', 'tried in too many ways'],
    ['a reference back', '(?<code>a)\\1', 'refers back to a group'],
    ['a look ahead', '(?<code>a)(?=b)', 'looks ahead or behind'],
    ['a look behind', '(?<!a)(?<code>b)', 'looks ahead or behind'],
    ['an open bracket', '(?<code>[a', 'Invalid regular expression'],
    ['a group of another name', '(?<path>a)', 'groups are named file, line, col'],
    ['no named group', '^error$', 'no named group'],
  ])('are refused with their line when a pattern has %s', (_, pattern, why) => {
    expect(() => parseRules(ruleWith(pattern), 'rules.yaml')).toThrow(why);
    expect(() => parseRules(ruleWith(pattern), 'rules.yaml')).toThrow(
      /^rules\.yaml:3: the pattern of rule probe/,
    );
  });

  it.each([
    '^(?<file>[^:]+):(?<line>\\d+):(?<col>\\d+): (?<message>.+)$',
    '(?<file>\\S+):(?<line>\\d+): (?<message>.+)$',
    '^(?<severity>error|warning)(?: in (?<file>[^ ]+))?: (?<message>.*)$',
    '^\\[(?<code>[A-Z]{1,4}\\d{3,5})\\] (?<message>.+)$',
  ])('may be written as %s', (pattern) => {
    expect(parseRules(ruleWith(pattern), 'rules.yaml')).toHaveLength(1);
  });

  it.each([
    ['rules:\n  - id: a b\n    pattern: x\n', 'letters, digits'],
    ['rules:\n  - id: a\n', 'pattern` is missing'],
    ['rules:\n  - id: a\n    pattern: (?<code>x)\n    weight: 3\n', '`weight` is no key'],
    ['rules: 3\n', 'must be a list'],
  ])('are refused when the file says %j', (text, why) => {
    expect(() => parseRules(text, 'rules.yaml')).toThrow(why);
  });

  it('end in time on the lines that are worst for them', () => {
    const rules = parseRules(ruleWith('(?<file>\\S+):(?<line>\\d+): (?<message>.+)$'), 'rules.yaml');
    expect(parseReports(`${'a:1'.repeat(200_000)}\n${':1'.repeat(400)}\n`.repeat(20), { rules })).toEqual([]);
  });
});
