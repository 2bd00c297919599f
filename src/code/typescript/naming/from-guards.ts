// Names for statements that only refuse what is wrong: `if (!name) throw …` → validate name.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { isLogical } from '../measure/visit-logic.js';
import { describeNoun, unwrap } from './describe-noun.js';
import { readFunctionWords } from './function-words.js';
import { propose } from './proposal.js';
import type { NamingInput, Proposal } from './proposal.js';
import { readEffect } from './read-effect.js';
import { isText } from './value-verb.js';
import { walkOwn } from './walk-own.js';
import { isAdjective, isVerb, splitWords } from './words.js';

export function proposeFromGuards(input: NamingInput): Proposal[] {
  const { ts: compiler, nodes } = input;
  const guards = nodes.filter((node) => compiler.isIfStatement(node));
  if (readEffect(input) === 'refusal') return proposeRefusal(input);
  if (guards.length > 1 && guards.every((guard) => onlyReports(compiler, guard)))
    return proposeCheck(compiler, guards, nodes);
  return [];
}

/** Conditions of all that throws, however deep: `validate name`; after what most of them look at, or after the function. */
function proposeRefusal(input: NamingInput): Proposal[] {
  const { ts: compiler, nodes } = input;
  const conditions: ts.Expression[] = [];
  walkOwn(compiler, nodes, (node) => {
    if (compiler.isIfStatement(node)) conditions.push(node.expression);
  });
  const told = findToldNoun(input);
  if (told !== undefined) return [propose(76, 'validate', told), propose(58, 'check', told)];
  const subjects = conditions.flatMap((condition) => listSubjects(compiler, condition));
  const object = findCommon(compiler, subjects);
  if (object.length > 0) {
    const score = object.includes('and') ? 62 : 82;
    return [propose(score, 'validate', object), propose(score - 18, 'check', object)];
  }
  const owner = findMostFrequent(subjects.map((node) => describeNoun(compiler, findOwner(compiler, node))));
  const around = readFunctionWords(input).object;
  return [
    ...(owner.length > 0 ? [propose(60, 'validate', owner), propose(50, 'check', owner)] : []),
    ...(around.length > 0 ? [propose(44, 'validate', around)] : []),
    propose(40, 'check', 'preconditions'),
  ];
}

/** `version` of 'Invalid major version' and 'Invalid minor version'. */
function findToldNoun({ ts: compiler, nodes }: NamingInput): string | undefined {
  const messages: string[][] = [];
  walkOwn(compiler, nodes, (node) => {
    if (!compiler.isThrowStatement(node)) return;
    const [text = ''] = /(?<=['"`])[A-Z][a-z]+(?: [a-z]+){1,4}(?=['"`])/.exec(node.getText()) ?? [];
    messages.push(splitWords(text));
  });
  const [last, ...others] = messages.map((words) => words.at(-1) ?? '');
  const isShared = others.length > 0 && others.every((word) => word === last);
  const differs = new Set(messages.map((words) => words.join(' '))).size === messages.length;
  return last !== undefined && isShared && differs && /^[a-z]{4,}$/.test(last) && !isAdjective(last)
    ? last
    : undefined;
}

/** What at least half of them are about. */
function findMostFrequent(nouns: readonly string[][]): string[] {
  const counts = new Map<string, number>();
  for (const noun of nouns) counts.set(noun.join(' '), (counts.get(noun.join(' ')) ?? 0) + 1);
  counts.delete('');
  const [[noun, count] = ['', 0]] = [...counts].sort(([, a], [, b]) => b - a);
  return noun !== '' && count * 2 >= nouns.length ? noun.split(' ') : [];
}

/** `if (!name) problems.push('…')`, one after the other, about what most of them look at. */
function proposeCheck(
  compiler: TypeScript,
  guards: readonly ts.IfStatement[],
  nodes: readonly ts.Node[],
): Proposal[] {
  const isRest = (node: ts.Node): boolean =>
    compiler.isVariableStatement(node) || compiler.isReturnStatement(node) || compiler.isIfStatement(node);
  if (!nodes.every(isRest)) return [];
  const owners = readOwners(compiler, nodes);
  const counts = new Map<string, number>();
  const subjects = guards.flatMap((guard) => listSubjects(compiler, guard.expression));
  for (const subject of subjects) {
    const owner = owners.get(subject.getText()) ?? findHolder(compiler, subject);
    const noun = describeNoun(compiler, owner).join(' ');
    counts.set(noun, (counts.get(noun) ?? 0) + 1);
  }
  const [[noun = '', count = 0] = []] = [...counts].sort(([, a], [, b]) => b - a);
  return noun !== '' && count * 2 > subjects.length ? [propose(76, 'check', noun.split(' '))] : [];
}

/** The only thing done is that a text is added to a list. */
export function onlyReports(compiler: TypeScript, { thenStatement, elseStatement }: ts.IfStatement): boolean {
  const [only, second] = compiler.isBlock(thenStatement) ? thenStatement.statements : [thenStatement];
  if (only === undefined || second !== undefined || elseStatement !== undefined) return false;
  if (!compiler.isExpressionStatement(only) || !compiler.isCallExpression(only.expression)) return false;
  const { expression: callee, arguments: given } = only.expression;
  const adds = compiler.isPropertyAccessExpression(callee) && /^(?:push|add)$/.test(callee.name.text);
  return adds && given.length === 1 && given.every((text) => isText(compiler, text));
}

/** `address` for each name of `const { street, city } = address`. */
function readOwners(compiler: TypeScript, nodes: readonly ts.Node[]): ReadonlyMap<string, ts.Node> {
  const owners = new Map<string, ts.Node>();
  for (const node of nodes) {
    const declarations = compiler.isVariableStatement(node) ? node.declarationList.declarations : [];
    for (const { name, initializer } of declarations) {
      if (initializer === undefined || !compiler.isObjectBindingPattern(name)) continue;
      for (const element of name.elements) owners.set(element.name.getText(), initializer);
    }
  }
  return owners;
}

function findHolder(compiler: TypeScript, node: ts.Node): ts.Node {
  const value = unwrap(compiler, node);
  return compiler.isPropertyAccessExpression(value) ? value.expression : value;
}

/** What is compared or tested. */
function listSubjects(compiler: TypeScript, condition: ts.Expression): ts.Node[] {
  const node = unwrap(compiler, condition);
  if (isLogical(compiler, node))
    return [...listSubjects(compiler, node.left), ...listSubjects(compiler, node.right)];
  if (compiler.isPrefixUnaryExpression(node)) return listSubjects(compiler, node.operand);
  if (compiler.isTypeOfExpression(node)) return [node.expression];
  if (compiler.isBinaryExpression(node)) {
    // `length >= options.limit`: where the left says nothing, the right may.
    const isVague =
      describeNoun(compiler, node.left).length === 0 && describeNoun(compiler, node.right).length > 0;
    return listSubjects(compiler, isVague ? node.right : node.left);
  }
  if (compiler.isCallExpression(node)) return listCalled(compiler, node);
  return [node];
}

/** `name` of `check(name)` and of `name.trim()`. */
function listCalled(compiler: TypeScript, { expression, arguments: given }: ts.CallExpression): ts.Node[] {
  const isBare = given.length === 0 && compiler.isPropertyAccessExpression(expression);
  return isBare ? [expression.expression] : given.slice(0, 1);
}

/** One subject is named itself, several by what they all belong to. */
function findCommon(compiler: TypeScript, subjects: readonly ts.Node[]): string[] {
  const nouns = new Map(
    subjects
      .map((node) => describeNoun(compiler, node))
      // A switch such as `throwOnError` is not what is looked at.
      .filter(([first = '', second]) => second === undefined || !isVerb(first))
      .map((noun) => [noun.join(' '), noun]),
  );
  nouns.delete('');
  const [first] = nouns.values();
  if (nouns.size === 0) return readVague(compiler, subjects);
  if (nouns.size === 1 && first !== undefined) return withoutVerb(first);
  const owners = new Set(subjects.map((node) => describeNoun(compiler, findOwner(compiler, node)).join(' ')));
  const [owner = ''] = owners;
  if (owners.size === 1 && owner !== '') return owner.split(' ');
  return nouns.size === 2
    ? [...nouns.values()].flatMap((noun, index) => (index === 0 ? noun : ['and', ...noun]))
    : [];
}

/** A name that says little is better than none. */
function readVague(compiler: TypeScript, subjects: readonly ts.Node[]): string[] {
  const names = new Set(subjects.map((node) => (compiler.isIdentifier(node) ? node.text : '')));
  const [name = ''] = names;
  return names.size === 1 && name.length > 2 ? splitWords(name) : [];
}

function findOwner(compiler: TypeScript, node: ts.Node): ts.Node {
  let owner = unwrap(compiler, node);
  while (compiler.isPropertyAccessExpression(owner) || compiler.isElementAccessExpression(owner))
    owner = owner.expression;
  return owner;
}

function withoutVerb(words: readonly string[]): string[] {
  return words.length > 1 && isVerb(words[0] ?? '') ? words.slice(1) : [...words];
}
