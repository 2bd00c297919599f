// Random programs must do the same after every extraction that is not refused.
import fc from 'fast-check';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import type { Transformed } from '../../../../src/code/refactoring.js';
import { extractExpression } from '../../../../src/code/typescript/extract/extract-expression.js';
import { extractStatements } from '../../../../src/code/typescript/extract/extract-statements.js';
import { applyChanges } from '../../../../src/code/typescript/extract/moved-text.js';
import type { TransformInput } from '../../../../src/code/typescript/transform-input.js';
import { openInput } from './marked-source.js';
import { randomProgram } from './random-program.js';
import { runProgram } from './run-program.js';

const RUNS = 250;

interface Attempt {
  readonly outcome: Transformed;
  readonly part: string;
}

describe('extraction', () => {
  it('never changes what a program does', { timeout: 300_000 }, async () => {
    let done = 0;
    await fc.assert(
      fc.asyncProperty(randomProgram, async ({ text }) => {
        const before = await runProgram(text);
        const input = openInput('a.js', text, text.indexOf('subject(a, b) {') + 16);
        if (before === undefined || !parses(text)) return;
        for (const { outcome, part } of listAttempts(input)) {
          if (!outcome.ok) continue;
          done += 1;
          const after = applyChanges(text, outcome.changes);
          if ((await runProgram(after)) !== before)
            throw new Error(`${text}\nmoving\n${part}\ngave\n${after}`);
          for (const again of moveOnceMore(after))
            if ((await runProgram(again)) !== before) throw new Error(`${after}\nonce more gave\n${again}`);
        }
      }),
      { numRuns: RUNS, seed: 20, endOnFailure: true },
    );
    expect(done).toBeGreaterThan(RUNS * 10);
  });
});

/** What ends with the question that the first step left behind. */
function* moveOnceMore(text: string): Generator<string> {
  if (!/if \(!?(?:moved|checkMoved)\(/.test(text)) return;
  const input = openInput('a.js', text, text.indexOf('subject(a, b) {') + 16);
  for (const statements of listStatementLists(input.target)) {
    const asks = (node: ts.Node): boolean => /^if \(!?(?:moved|checkMoved)\(/.test(node.getText(input.file));
    const last = statements.findIndex(asks);
    for (const first of statements.slice(Math.max(0, last - 1), last + 1)) {
      const range = { start: first.getStart(input.file), end: statements[last]?.end ?? 0 };
      const outcome = extractStatements(input, range, text.length % 2 === 0 ? 'again' : 'ensureAgain');
      if (outcome.ok) yield applyChanges(text, outcome.changes);
    }
  }
}

/** The compiler takes some legal code for an arrow function without an arrow. */
function parses(text: string): boolean {
  return ts.transpileModule(text, { reportDiagnostics: true, fileName: 'a.js' }).diagnostics?.length === 0;
}

function* listAttempts(input: TransformInput): Generator<Attempt> {
  const { file, target } = input;
  for (const statements of listStatementLists(target)) {
    for (const [index, first] of statements.entries()) {
      for (const last of statements.slice(index)) {
        const range = { start: first.getStart(file), end: last.end };
        const part = file.text.slice(range.start, range.end);
        // Of a check, `true` means something else.
        const name = part.length % 2 === 0 ? 'moved' : 'checkMoved';
        yield { outcome: extractStatements(input, range, name), part };
      }
    }
  }
  for (const node of listExpressions(target)) {
    const range = { start: node.getStart(file), end: node.end };
    yield { outcome: extractExpression(input, range, 'moved'), part: node.getText(file) };
  }
}

function* listStatementLists(node: ts.Node): Generator<readonly ts.Statement[]> {
  if (ts.isBlock(node) || ts.isCaseOrDefaultClause(node)) yield node.statements;
  if (ts.isIfStatement(node) && !ts.isBlock(node.thenStatement)) yield [node.thenStatement];
  for (const child of listChildren(node)) yield* listStatementLists(child);
}

function* listExpressions(node: ts.Node): Generator<ts.Expression> {
  if (ts.isExpression(node) && !ts.isIdentifier(node)) yield node;
  for (const child of listChildren(node)) yield* listExpressions(child);
}

function listChildren(node: ts.Node): ts.Node[] {
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => void children.push(child));
  return children;
}
