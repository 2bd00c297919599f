// Statements in a row that exist only to compute one variable.
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { parseSource } from '../../../../src/code/javascript/load-typescript.js';
import type { Field } from '../../../../src/code/typescript/advise/candidate.js';
import { findLists } from '../../../../src/code/typescript/advise/statement-list.js';
import { collectUsages } from '../../../../src/code/typescript/advise/usages.js';
import { findValueRuns } from '../../../../src/code/typescript/advise/value-runs.js';

/** Each as the variable and the lines of the body it takes. */
function listValueRuns(body: string): string[] {
  const file = parseSource(ts, 'a.ts', `function run(input) {\n${body}\n}`, true);
  const [target] = file.statements;
  if (target === undefined || !ts.isFunctionDeclaration(target)) throw new Error('there is no function');
  const checker = ts.createProgram([], {}).getTypeChecker();
  const field: Field = {
    input: { ts, file, target, checker },
    metric: 'cyclomatic',
    limit: 10,
    usages: collectUsages(ts, target),
    decisions: 10,
    minDecisions: 2,
    isNew: false,
    created: new Set(),
    isLastResort: false,
  };
  return findLists(field)
    .flatMap((list) => findValueRuns(field, list))
    .map(({ value, first, last }) => `${value} ${first + 1}-${last + 1}`);
}

describe('statements that compute one value', () => {
  it('are a declaration and what fills it', () => {
    const body =
      "const rows = [];\nif (input.a) rows.push('a');\nfor (const b of input.b) rows.push(b);\nreturn rows;";
    expect(listValueRuns(body)).toEqual(['rows 1-3']);
  });

  it('take along what only they use', () => {
    const body =
      'const text = input.text;\nconst parts = text.split(1);\nlet best = 0;\nif (parts.length > 3) best = parts[0];\nreturn best;';
    expect(listValueRuns(body)).toContain('best 1-4');
  });

  it('leave behind what is used afterwards', () => {
    const body =
      'const text = input.text;\nlet best = 0;\nif (text.length > 3) best = text;\nreturn best + text;';
    expect(listValueRuns(body)).toEqual(['best 2-3']);
  });

  it('are none when something else happens between them', () => {
    const body = 'let best = 0;\nsave(input);\nif (input.size > 3) best = 3;\nreturn best;';
    expect(listValueRuns(body)).toEqual([]);
  });

  it('are none when they may leave the function', () => {
    const body =
      'let best = 0;\nif (input.size > 3) best = 3;\nif (!input.ok) { best = 1; return 7; }\nreturn best;';
    expect(listValueRuns(body)).toEqual([]);
  });

  it('are none when the variable is not used afterwards', () => {
    expect(listValueRuns('let best = 0;\nif (input.size > 3) best = 3;')).toEqual([]);
  });
});
