// A branch of a selection as a function of its own.
import type ts from 'typescript';
import type { TextChange } from '../../../schema/index.js';
import { parseSource } from '../../javascript/load-typescript.js';
import type { TypeScript } from '../../javascript/load-typescript.js';
import type { Refusal } from '../../refactoring.js';
import { extractStatements } from '../extract/extract-statements.js';
import { listNames } from '../extract/file-names.js';
import { refuse } from '../extract/refusal.js';
import { nameHandler } from './names.js';
import type { Arm } from './selection.js';
import { commentsIn, startOf, textOf } from './source.js';
import type { Source } from './source.js';

/** A branch as a function. */
export interface Handler {
  readonly arm: Arm;
  readonly name: string;
  /** Undefined for a function that is there already. */
  readonly code: HandlerCode | undefined;
  /** Whether what it gives is returned at once. */
  readonly returns: boolean;
  /** What it is given, by name, with types where there are any. */
  readonly parameters: ReadonlyMap<string, string>;
}

interface HandlerCode {
  /** Comments in front of the function. */
  readonly lead: string;
  /** From behind the parameters on. */
  readonly body: string;
}

/** Uses the extraction of statements, which knows the hazards; all but a plain call with variables is refused. */
export function readHandler(source: Source, arm: Arm, before: readonly Handler[]): Handler | Refusal {
  const [first, last] = [arm.statements[0], arm.statements.at(-1)];
  if (first === undefined || last === undefined) return refuse('unsupported', 'A branch does nothing.');
  const keys = arm.keys.map((key) => (source.ts.isStringLiteralLike(key) ? key.text : textOf(source, key)));
  const taken = before.map((handler) => handler.name);
  const name = nameHandler(source, keys, { comment: readShortComment(source, arm), taken });
  if (name === undefined)
    return refuse('unsupported', 'The values have no words that functions could be named after.');
  const extracted = extractStatements(source, { start: startOf(source, first), end: last.end }, name);
  if (!extracted.ok) return extracted;
  const handler = readExtracted(source, extracted.changes, name);
  return 'ok' in handler ? handler : { arm, name, ...handler };
}

/** `base 2` of a branch that begins with such a comment. */
function readShortComment(source: Source, { statements: [first] }: Arm): string | undefined {
  if (first === undefined) return undefined;
  const [comment] = commentsIn(source, first.pos, startOf(source, first));
  const text = comment === undefined ? '' : source.text.slice(comment.start, comment.end);
  return /^\/[/*]+\s*([a-z]+(?: [a-z\d]+){0,2})\s*(?:\*\/)?$/i.exec(text)?.[1];
}

/** The function as it was extracted, if it takes variables and nothing else. */
function readExtracted(
  source: Source,
  changes: readonly TextChange[],
  name: string,
): Omit<Handler, 'arm' | 'name'> | Refusal {
  const [created, call] = tellApart(changes);
  if (isInside(source, created.start))
    return refuse('unsupported', 'A branch shares variables with the functions beside it.');
  const [, returns, callee, given = ''] = /^(return )?([\w$]+)\(([\w$, ]*)\);?$/.exec(call.text) ?? [];
  if (callee !== name) {
    const reason = /\bthis\b/.test(call.text) ? 'this_binding' : 'jump_out';
    return refuse(reason, 'A plain call cannot do what a branch does.');
  }
  const parsed = readFunction(source, created.text, given.split(', '));
  if (parsed === undefined) return refuse('type_not_nameable', 'A branch would become a generic function.');
  return { returns: returns !== undefined, ...parsed };
}

const NO_CHANGE: TextChange = { start: 0, end: 0, text: '' };

/** The new function is inserted, the call stands where the statements stood. */
function tellApart(changes: readonly TextChange[]): readonly [created: TextChange, call: TextChange] {
  const isInsertion = ({ start, end }: TextChange): boolean => start === end;
  return [
    changes.find(isInsertion) ?? NO_CHANGE,
    changes.find((change) => !isInsertion(change)) ?? NO_CHANGE,
  ];
}

/** A function that must stay in the one it came from cannot become a handler beside it. */
function isInside({ target }: Source, position: number): boolean {
  return target.getStart() < position && position < target.end;
}

/** `given` are the variables of the call; the function may have other names for them. */
function readFunction(
  source: Source,
  text: string,
  given: readonly string[],
): Pick<Handler, 'parameters' | 'code'> | undefined {
  const { ts: compiler } = source;
  const file = parseSource(compiler, source.file.fileName, text, true);
  const [statement] = file.statements;
  const node = statement === undefined ? undefined : findFunction(compiler, statement);
  if (statement === undefined || node?.body === undefined || node.typeParameters !== undefined)
    return undefined;
  const parameters = new Map(
    node.parameters.map((each, index) => [given[index] ?? each.name.getText(file), each.getText(file)]),
  );
  const lead = text.slice(0, statement.getStart(file)).trimStart();
  const returns = node.type === undefined ? '' : `: ${node.type.getText(file)}`;
  return { parameters, code: { lead, body: `${returns} ${node.body.getText(file)}` } };
}

/** However the file writes its functions. */
function findFunction(compiler: TypeScript, node: ts.Statement): ts.FunctionLikeDeclaration | undefined {
  if (compiler.isFunctionDeclaration(node)) return node;
  const value = compiler.isVariableStatement(node)
    ? node.declarationList.declarations[0]?.initializer
    : undefined;
  const isFunction =
    value !== undefined && (compiler.isArrowFunction(value) || compiler.isFunctionExpression(value));
  return isFunction ? value : undefined;
}

/** Those most branches use come first; a function that is there already has its own order. */
export function orderParameters(
  source: Source,
  handlers: readonly Handler[],
): Map<string, string> | undefined {
  const uses = new Map<string, { text: string; count: number }>();
  const fresh = handlers.filter(({ code }) => code !== undefined);
  for (const [name, text] of fresh.flatMap(({ parameters }) => [...parameters])) {
    const use = uses.get(name) ?? { text: name + readType(text), count: 0 };
    if (readType(use.text) !== readType(text)) return undefined;
    uses.set(name, { ...use, count: use.count + 1 });
  }
  const ready = handlers.find(({ code }) => code === undefined);
  if (ready !== undefined) return followReady(source, handlers, uses, ready);
  const sorted = [...uses].sort(([, a], [, b]) => b.count - a.count);
  return new Map(sorted.map(([name, { text }]) => [name, text]));
}

/** What stands behind the name. */
function readType(parameter: string): string {
  return parameter.slice(parameter.search(/[^\w$]|$/));
}

function followReady(
  source: Source,
  handlers: readonly Handler[],
  uses: ReadonlyMap<string, { readonly text: string }>,
  { parameters }: Handler,
): Map<string, string> | undefined {
  const names = [...parameters.keys()];
  const all = handlers.filter(({ code }) => code === undefined);
  if (all.some((each) => [...each.parameters.keys()].join() !== names.join())) return undefined;
  if ([...uses.keys()].some((name) => !parameters.has(name))) return undefined;
  const own = new Map(source.target.parameters.map((each) => [each.name.getText(), each.getText()]));
  const texts = names.map((name) => uses.get(name)?.text ?? (source.style.typescript ? own.get(name) : name));
  if (texts.includes(undefined)) return undefined;
  return new Map(names.map((name, index) => [name, texts[index] ?? name]));
}

/** Trailing parameters it does not use are left out, others get an underscore. */
export function writeHandler(source: Source, handler: Handler, shared: ReadonlyMap<string, string>): string {
  const entries = [...shared];
  const last = entries.findLastIndex(([name]) => handler.parameters.has(name));
  const names = listNames(source.ts, source.file);
  const parameters = entries.slice(0, last + 1).map(([name, text]) => {
    const isUnused = !handler.parameters.has(name) && !names.has(`_${name}`);
    return handler.parameters.get(name) ?? (isUnused ? `_${text}` : text);
  });
  const { lead = '', body = '' } = handler.code ?? {};
  return `${lead}function ${handler.name}(${parameters.join(', ')})${body}`;
}
