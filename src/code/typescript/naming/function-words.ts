// The words of the function that code is taken out of: the last resort when the code itself says little.
import type ts from 'typescript';
import { AMBIGUOUS } from './lexicon.js';
import type { NamingInput } from './proposal.js';
import { isVerb, splitWords } from './words.js';

export interface FunctionWords {
  readonly all: readonly string[];
  readonly verb: string;
  readonly object: readonly string[];
}

/** Of the nearest function around with a name. */
export function readFunctionWords(input: Pick<NamingInput, 'ts' | 'target'>): FunctionWords {
  const all = withoutEnd(splitWords(findName(input) ?? ''));
  const [first = '', ...rest] = all;
  const isNoun = rest.length === 0 && AMBIGUOUS.has(first);
  if (isNoun) return { all, verb: '', object: all };
  if (rest.length > 0 && (first === 'to' || first === 'from')) return { all, verb: '', object: rest };
  return readVerb(all, first === 'on' && rest.length > 0 ? 'handle' : first, rest);
}

/** `priceOf` → price. */
function withoutEnd(words: readonly string[]): readonly string[] {
  return words.length > 1 && /^(?:of|for|from|by|in)$/.test(words.at(-1) ?? '') ? words.slice(0, -1) : words;
}

function readVerb(all: readonly string[], first: string, rest: readonly string[]): FunctionWords {
  if (/^(?:is|are|was)$/.test(first)) return { all, verb: 'is', object: rest };
  const isAction = isVerb(first) || first === 'has';
  return isAction ? { all, verb: first, object: untilPreposition(rest) } : { all, verb: '', object: all };
}

/** `splitKeyIntoSegments` splits a key. */
function untilPreposition(words: readonly string[]): readonly string[] {
  const at = words.findIndex((word) => /^(?:into|to|with|from|of|by|for|in|on|at|as|without)$/.test(word));
  return at > 0 ? words.slice(0, at) : words;
}

function findName({ ts: compiler, target }: Pick<NamingInput, 'ts' | 'target'>): string | undefined {
  for (let node: ts.Node = target; !compiler.isSourceFile(node); node = node.parent) {
    const name = readDeclaredName(compiler, node);
    if (name !== undefined) return name;
  }
  return undefined;
}

function readDeclaredName(compiler: NamingInput['ts'], node: ts.Node): string | undefined {
  const member = readMember(compiler, node);
  if (member !== undefined) return member;
  if (isNamed(compiler, node)) return readName(compiler, node.name);
  const assigns = compiler.isBinaryExpression(node) && compiler.isPropertyAccessExpression(node.left);
  return assigns && node.left.name.text !== 'exports' ? node.left.name.text : undefined;
}

/** What a constructor or an accessor does has no verb in its name. */
function readMember(compiler: NamingInput['ts'], node: ts.Node): string | undefined {
  if (compiler.isConstructorDeclaration(node)) return `init ${node.parent.name?.text ?? ''}`;
  if (compiler.isSetAccessor(node)) return `set ${readName(compiler, node.name) ?? ''}`;
  return compiler.isGetAccessor(node) ? `get ${readName(compiler, node.name) ?? ''}` : undefined;
}

function isNamed(compiler: NamingInput['ts'], node: ts.Node): node is ts.NamedDeclaration {
  return (
    compiler.isFunctionLike(node) ||
    compiler.isClassLike(node) ||
    compiler.isVariableDeclaration(node) ||
    compiler.isPropertyAssignment(node) ||
    compiler.isPropertyDeclaration(node)
  );
}

function readName(compiler: NamingInput['ts'], name: ts.Node | undefined): string | undefined {
  const isPlain = name !== undefined && (compiler.isIdentifier(name) || compiler.isPrivateIdentifier(name));
  return isPlain ? name.text : undefined;
}
