// Names for a branch by what chose it: in `render`, what is done for `case 'circle'` → render circle.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { unwrap } from './describe-noun.js';
import { readFunctionWords } from './function-words.js';
import { listWords } from './lexicon.js';
import type { Predicate } from './predicate.js';
import { propose } from './proposal.js';
import type { NamingInput, Proposal } from './proposal.js';
import { readCommentAbove } from './read-comment.js';
import { readCondition, readOperand } from './read-condition.js';
import { readString, readTextWords } from './read-string.js';
import { readLastName } from './read-truth.js';
import { isAdjective, isGeneric, isVerb, splitWords } from './words.js';

const MAX_LABEL = 4;

export function proposeFromBranch(input: NamingInput): Proposal[] {
  const [first] = input.nodes;
  if (first === undefined || input.ts.isExpression(first)) return [];
  const clause = findClause(input.ts, first);
  if (clause !== undefined) {
    return proposeHandler(input, readLabel(input.ts, clause), input.ts.isDefaultClause(clause) ? 44 : 80);
  }
  const label = input.nodes.length === 1 ? readRemark(input, first) : [];
  return label.length > 0 ? proposeHandler(input, label, 66) : proposeFromIf(input, first);
}

/** The branch that the code is, or a lone `if` that it is. */
function proposeFromIf(input: NamingInput, first: ts.Node): Proposal[] {
  const around = findBranch(input.ts, first);
  if (around !== undefined) return proposeFromTest(input, around, 62);
  const alone =
    input.nodes.length === 1 && input.ts.isIfStatement(first) && first.elseStatement === undefined;
  return alone ? proposeFromTest(input, first.expression, 50) : [];
}

/** `// stream` above a branch says what it is for; a sentence is read elsewhere. */
function readRemark(input: NamingInput, statement: ts.Node): readonly string[] {
  const remark = readCommentAbove(input.ts, input.file, statement);
  const words = remark === undefined || !/^[A-Za-z]+(?: [a-z]+)?$/.test(remark) ? [] : splitWords(remark);
  return words.some(isVerb) ? [] : words;
}

/** `type === 'gold'` → handle gold, `options.verbose` → handle verbose, `shouldValidate` → validate. */
function proposeFromTest(input: NamingInput, condition: ts.Expression, score: number): Proposal[] {
  if (isNothingTest(condition)) {
    const empty = proposeEmpty(input, condition, score);
    if (empty.length > 0) return empty;
  }
  const [has, no, ...missing] = readCondition(input.ts, condition)?.words ?? [];
  if (has === 'has' && no === 'no') return proposeLinked(input, ['without', ...missing], score - 6);
  const predicate = readOperand(input.ts, condition);
  if (predicate === undefined || predicate.negated) return [];
  return proposeFor(input, predicate, score);
}

function proposeFor(input: NamingInput, { kind, rest }: Predicate, score: number): Proposal[] {
  if (kind === 'does') return rest[0] === 'should' ? [propose(score - 4, rest.slice(1))] : [];
  if (kind !== 'has') return proposeHandler(input, rest, score);
  if (!isTelling(rest)) return [];
  return [...proposeLinked(input, ['with', ...rest], score - 18), propose(20, 'handle', rest)];
}

/** In `respond`, what is done when there is no body → respond without body. */
function proposeLinked(input: NamingInput, role: readonly string[], score: number): Proposal[] {
  const { all, verb } = readFunctionWords(input);
  const isDeed = verb !== '' && verb !== 'is' && verb !== 'has' && all.length < 3;
  return isDeed && !role.slice(1).every((word) => all.includes(word)) ? [propose(score, all, role)] : [];
}

/** `x == null`, `!x`, `x === null || x === undefined`. */
function isNothingTest(condition: ts.Expression): boolean {
  return /^(?:!([\w$.]+)|([\w$.]+) *===? *(?:null|undefined|'')(?: *\|\| *\2 *===? *(?:null|undefined|''))?)$/.test(
    condition.getText(),
  );
}

/** In `setBody`, what is done when there is no value → set empty body. */
function proposeEmpty(input: NamingInput, condition: ts.Expression, score: number): Proposal[] {
  const { verb, object } = readFunctionWords(input);
  const [, name = ''] = /([\w$.]+)/.exec(condition.getText()) ?? [];
  const isVague = isGeneric(splitWords(name.split('.').at(-1) ?? ''));
  if (!isVague || object.length === 0 || verb === '' || verb === 'is' || verb === 'has') return [];
  return [propose(score - 6, verb, 'empty', object)];
}

/** Named after the function when that says what is done, else a handler of the label. */
function proposeHandler(input: NamingInput, label: readonly string[], score: number): Proposal[] {
  if (!isTelling(label)) return [];
  const { verb, object } = readFunctionWords(input);
  const rest = object.filter((word) => !label.includes(word) && word !== 'node' && word !== 'type');
  const handler = propose(Math.min(30, score - 8), 'handle', label);
  // `close dirty`: a dirty what?
  if (rest.length === 0 && label.every(isAdjective)) return [propose(score - 24, verb, label), handler];
  if (verb === '') return [handler];
  const deed = verb === 'is' || verb === 'has' ? 'check' : verb;
  return [propose(score, deed, label, rest.slice(-1)), propose(score - 4, deed, label), handler];
}

const VAGUE = listWords(
  'above below high low zero matching same first last true false empty string number object',
);

function isTelling(label: readonly string[]): boolean {
  if (label.length === 0 || label.length > MAX_LABEL) return false;
  return (
    label.some((word) => word.length > 2) &&
    label.every((word) => /^\p{L}{2,}$/u.test(word) && !VAGUE.has(word))
  );
}

function findClause(compiler: TypeScript, node: ts.Node): ts.CaseOrDefaultClause | undefined {
  const { parent } = node;
  if (compiler.isCaseOrDefaultClause(parent)) return parent;
  return compiler.isBlock(parent) && compiler.isCaseOrDefaultClause(parent.parent)
    ? parent.parent
    : undefined;
}

/** All labels that lead here: `case 'a': case 'b':`. */
function readLabel(compiler: TypeScript, clause: ts.CaseOrDefaultClause): string[] {
  if (compiler.isDefaultClause(clause)) return ['default'];
  const label = unwrap(compiler, clause.expression);
  const text = readString(compiler, label);
  if (text !== undefined) return readTextWords(text);
  const name = readLastName(compiler, label);
  return name === undefined ? [] : splitWords(name);
}

/** The condition of the `if` whose branch the node is directly in. */
function findBranch(compiler: TypeScript, node: ts.Node): ts.Expression | undefined {
  const body = compiler.isBlock(node.parent) ? node.parent : node;
  const { parent } = body;
  return compiler.isIfStatement(parent) && parent.thenStatement === body ? parent.expression : undefined;
}
