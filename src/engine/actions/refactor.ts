// The actions that understand source code: each is planned off disk, validated, and only then an edit set like any other.
import { z } from 'zod';
import type { Refactoring } from '../../code/index.js';
import type { PlannedEdit } from '../../schema/index.js';
import { defineAction, type Action, type ActionView, type Intent, type TaskMeans } from './contract.js';

const path = z.string().min(1);
const line = z.number().int().positive();

const ExtractFunction = z.strictObject({
  path,
  function: z.string().min(1),
  start: line,
  end: line,
  name: z.string().min(1),
  expression: z.string().min(1).optional(),
});
const SimplifyConditional = z.strictObject({ path, function: z.string().min(1), line });
const RenameSymbol = z.strictObject({ path, symbol: z.string().min(1), to: z.string().min(1) });

export const refactorActions: readonly Action[] = [
  defineAction({
    name: 'extract_function',
    description:
      'Move whole lines start..end of a function, or one expression in them, into a new function; parameters and results are worked out.',
    when: 'a function is too complex or too long',
    priority: 8,
    hints: { expression: 'its exact text, to move only that' },
    parameters: ExtractFunction,
    mutates: true,
    repeatable: false,
    useless: needsShape,
    plan: (parameters, view) => planRefactoring({ action: 'extract_function', ...parameters }, view),
  }),
  defineAction({
    name: 'simplify_conditional',
    description: 'Turn the if, switch or ?: on that line into guard clauses, one condition or a lookup.',
    when: 'conditions are nested or repeat themselves',
    priority: 8,
    parameters: SimplifyConditional,
    mutates: true,
    repeatable: false,
    useless: needsShape,
    plan: (parameters, view) => planRefactoring({ action: 'simplify_conditional', ...parameters }, view),
  }),
  defineAction({
    name: 'rename_symbol',
    description: 'Rename a declaration and everything that refers to it.',
    when: 'a name is wrong',
    priority: 3,
    parameters: RenameSymbol,
    mutates: true,
    repeatable: false,
    useless: needsCode,
    plan: (parameters, view) => planRefactoring({ action: 'rename_symbol', ...parameters }, view),
  }),
];

function needsShape(means: TaskMeans): string | undefined {
  return means.reshapesCode ? needsCode(means) : 'no check is about the shape of the code';
}

function needsCode({ understandsCode }: TaskMeans): string | undefined {
  return understandsCode ? undefined : 'nothing here understands the source code';
}

async function planRefactoring(refactoring: Refactoring, view: ActionView): Promise<Intent> {
  const read = view.readFile(refactoring.path);
  if (!read.ok) return { kind: 'fail', message: read.message };
  const code = await view.code();
  if (!code) return { kind: 'fail', message: 'Nothing here understands the source code of this project.' };
  code.refresh();
  const outcome = code.refactor({ ...restoreExpression(refactoring, view), path: read.path });
  if (!outcome.ok)
    return { kind: 'fail', message: outcome.message, ...(outcome.hint ? { hint: outcome.hint } : {}) };
  const edits: PlannedEdit[] = [];
  for (const { path: file, text } of outcome.files) {
    const before = view.readFile(file);
    if (!before.ok) return { kind: 'fail', message: before.message };
    edits.push({ path: before.path, before: before.text, after: text });
  }
  return { kind: 'edit', edits, target: edits.map((edit) => edit.path).join(', '), summary: outcome.summary };
}

/** A secret in an expression is shown as its placeholder. */
function restoreExpression(refactoring: Refactoring, view: ActionView): Refactoring {
  if (refactoring.action !== 'extract_function' || refactoring.expression === undefined) return refactoring;
  return { ...refactoring, expression: view.restore(refactoring.expression) };
}
