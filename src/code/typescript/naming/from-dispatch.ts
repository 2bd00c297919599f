// Names for one `if` after another: what their comments have in common, or what they all look at.
import type ts from 'typescript';
import { describeNoun, unwrap } from './describe-noun.js';
import { findRoot } from './from-subject.js';
import { readFunctionWords } from './function-words.js';
import { propose } from './proposal.js';
import type { NamingInput, Proposal } from './proposal.js';
import { readCommentAbove } from './read-comment.js';
import { isAdjective, isVerb, splitWords } from './words.js';

const MIN_BRANCHES = 2;

export function proposeFromDispatch(input: NamingInput): Proposal[] {
  const { ts: compiler, nodes } = input;
  const branches = nodes.filter((node) => compiler.isIfStatement(node));
  if (branches.length < MIN_BRANCHES) return [];
  return [...proposeFromSharedRemark(input, branches), ...proposeFromSubject(input, branches)];
}

/** `// same size, first` and `// same size, later` → has same size. */
function proposeFromSharedRemark(input: NamingInput, branches: readonly ts.IfStatement[]): Proposal[] {
  const remarks = branches.map((branch) =>
    splitWords(readCommentAbove(input.ts, input.file, branch)?.split('\n')[0] ?? ''),
  );
  const [first = [], ...others] = remarks;
  const end = first.findIndex((word, index) => others.some((other) => other[index] !== word));
  const phrase = first.slice(0, end < 0 ? first.length : end);
  if (phrase.length < 2 || phrase.length > 4 || isVerb(phrase[0] ?? '')) return [];
  if (!branches.every((branch) => answers(input, branch))) return [];
  return [propose(84, isAdjective(phrase.at(-1) ?? '') ? 'is' : 'has', phrase)];
}

/** Returns `true` and nothing else. */
function answers({ ts: compiler }: NamingInput, { thenStatement }: ts.IfStatement): boolean {
  const only = compiler.isBlock(thenStatement) ? thenStatement.statements[0] : thenStatement;
  return (
    only !== undefined &&
    compiler.isReturnStatement(only) &&
    only.expression?.kind === compiler.SyntaxKind.TrueKeyword
  );
}

/** In `setBody`, one test after another of what the value is → set body by type. */
function proposeFromSubject(input: NamingInput, branches: readonly ts.IfStatement[]): Proposal[] {
  const { ts: compiler, nodes } = input;
  const { all, verb } = readFunctionWords(input);
  const isDeed = verb !== '' && verb !== 'is' && verb !== 'has';
  const tests = branches.map((branch) => unwrap(compiler, branch.expression));
  const roots = new Set(tests.map((test) => findRoot(compiler, test)?.getText()));
  if (!isDeed || branches.length < nodes.length - 1 || roots.size !== 1 || roots.has(undefined)) return [];
  if (tests.every((test) => isTypeTest(input, test))) return [propose(56, all, 'by', 'type')];
  const compared = describeCompared(input, tests);
  return compared.length > 0 ? [propose(52, all, 'by', compared)] : [];
}

/** What all of them compare with a constant. */
function describeCompared(input: NamingInput, tests: readonly ts.Node[]): string[] {
  const [first, ...others] = tests.map((test) => readCompared(input, test));
  if (first === undefined || others.some((other) => other?.getText() !== first.getText())) return [];
  return describeNoun(input.ts, first);
}

/** `typeof x === 'string'`, `x instanceof Date`, `isStream(x)`. */
function isTypeTest({ ts: compiler }: NamingInput, test: ts.Node): boolean {
  if (compiler.isCallExpression(test)) {
    const callee = unwrap(compiler, test.expression);
    const name = compiler.isPropertyAccessExpression(callee) ? callee.name : callee;
    return test.arguments.length === 1 && /^is[A-Z]/.test(name.getText());
  }
  if (!compiler.isBinaryExpression(test)) return false;
  if (test.operatorToken.kind === compiler.SyntaxKind.InstanceOfKeyword) return true;
  return compiler.isTypeOfExpression(unwrap(compiler, test.left));
}

/** `order.status` of `order.status === 'open'`. */
function readCompared({ ts: compiler }: NamingInput, test: ts.Node): ts.Node | undefined {
  if (!compiler.isBinaryExpression(test)) return undefined;
  return compiler.isLiteralExpression(unwrap(compiler, test.right)) ? test.left : undefined;
}
