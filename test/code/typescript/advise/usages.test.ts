// How many parameters a piece of a function is expected to need.
import { describe, expect, it } from 'vitest';
import ts from 'typescript';
import { collectUsages, estimateFlow } from '../../../../src/code/typescript/advise/usages.js';

const TEXT = `
function outer(first) {
  const second = 2;
  let third = 3;
  function helper() {}
  function inner(own) {
    if (own) use(first, second, helper);
    third = own;
    let fourth = 4;
    while (own) {
      fourth = own;
      own = use(fourth);
    }
  }
}
`;

function estimate(piece: string, which: 'inputs' | 'needed' = 'inputs'): readonly string[] {
  const file = ts.createSourceFile('a.ts', TEXT, ts.ScriptTarget.Latest, true);
  let target: ts.FunctionDeclaration | undefined;
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionDeclaration(node) && node.name?.text === 'inner') target = node;
    ts.forEachChild(node, visit);
  };
  visit(file);
  if (target === undefined) throw new Error('There is no function inner.');
  const start = TEXT.indexOf(piece);
  const span = { start, end: start + piece.length };
  return estimateFlow(collectUsages(ts, target), span, undefined)[which];
}

describe('estimateFlow', () => {
  it('counts what functions around the function declare', () => {
    expect([...estimate('if (own) use(first, second, helper);')].sort()).toEqual([
      'first',
      'helper',
      'own',
      'second',
    ]);
  });

  it('does not need what is written before it is read', () => {
    const piece = 'fourth = own;\n      own = use(fourth);';
    expect([...estimate(piece)].sort()).toEqual(['fourth', 'own']);
    expect(estimate(piece, 'needed')).toEqual(['own']);
  });

  it('expects a piece that changes them to stay among them', () => {
    expect(estimate('third = own;')).toEqual(['own']);
  });

  it('does not count what begins with a constant just before', () => {
    const text =
      'function inner(own) { let total = 0; let most = own.most; for (const one of own) total += one * most; return total; }';
    const file = ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true);
    const [target] = file.statements;
    if (target === undefined || !ts.isFunctionDeclaration(target)) throw new Error('there is no function');
    const start = text.indexOf('for');
    const span = { start, end: text.indexOf(' return'), block: target.body?.pos };
    const usages = collectUsages(ts, target);
    expect(estimateFlow(usages, span, undefined)).toEqual({
      inputs: ['own', 'most'],
      needed: ['own', 'most'],
      outputs: ['total'],
      rewritten: [],
      grown: [],
      constants: [],
    });
  });

  it('tells a constant that is only declared there from one that is changed there', () => {
    const text =
      'function inner(own) { let open = false; if (own.a) start(open); let count = 0; if (own.b) count = 2; return [open, count]; }';
    const file = ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true);
    const [target] = file.statements;
    if (target === undefined || !ts.isFunctionDeclaration(target)) throw new Error('there is no function');
    const span = { start: text.indexOf('let open'), end: text.indexOf('return') };
    const flow = estimateFlow(collectUsages(ts, target), span, undefined);
    expect(flow.constants).toEqual(['open']);
  });

  it('hands over a running total only where more is done than to add to it', () => {
    const text =
      'function inner(own) { let total = own.start; if (own.a) total += 1; if (own.b) total *= 2; return total; }';
    const file = ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true);
    const [target] = file.statements;
    if (target === undefined || !ts.isFunctionDeclaration(target)) throw new Error('there is no function');
    const usages = collectUsages(ts, target);
    const [a, b, end] = ['if (own.a)', 'if (own.b)', 'return'].map((part) => text.indexOf(part));
    const first = estimateFlow(usages, { start: a ?? 0, end: b ?? 0 }, undefined);
    expect([first.grown, first.rewritten]).toEqual([['total'], []]);
    const both = estimateFlow(usages, { start: a ?? 0, end: end ?? 0 }, undefined);
    expect([both.grown, both.rewritten]).toEqual([[], ['total']]);
  });
});
