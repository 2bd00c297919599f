// Expands the words of a parsed command to fields: quotes, tilde, braces, variables, substitutions.
import type { ParameterExpansionPart, ParsedScript, SyntaxNode, Word, WordPart } from 'unbash';
import { expandBraces } from './braces.js';
import type { Field } from './field.js';
import { literalField, unknownField } from './field.js';
import type { Outcome, ShellState } from './state.js';

/** What expanding needs from the one who walks the tree. */
export interface Expander {
  /** Reads a script inside a word. */
  readonly readInner: (script: ParsedScript, state: ShellState) => Outcome;
  /** A word made by expanding braces, and who expands what is in it. */
  readonly parseWord: (text: string) => { readonly word: Word; readonly expander: Expander } | undefined;
  readonly forEachChild: (node: SyntaxNode, visit: (child: SyntaxNode) => void) => void;
  /** Variables that `${X:=value}` may have set while a word was expanded. */
  readonly forgotten: Set<string>;
}

/** `splits`: not quoted, so that blanks in it end a field. */
interface Piece {
  readonly text: string | null;
  readonly quoted: boolean;
  readonly splits: boolean;
}

const GLOB = /[*?[]/;

export function expandWord(word: Word, state: ShellState, expander: Expander): readonly Field[] {
  const alternatives = hasBraces(word) ? expandBraces(word.text) : undefined;
  if (hasBraces(word) && alternatives === undefined) {
    readAllInner(word, state, expander);
    return [unknownField(word.text)];
  }
  if (alternatives === undefined || (alternatives.length === 1 && alternatives[0] === word.text)) {
    return toFields(toPieces(word, state, expander), word.text, state);
  }
  return alternatives.flatMap((text) => {
    const parsed = expander.parseWord(text);
    if (parsed === undefined) return [unknownField(text)];
    return toFields(toPieces(parsed.word, state, parsed.expander), text, state);
  });
}

/** The value of a word that is not split: what is assigned, a here-string. */
export function expandText(word: Word, state: ShellState, expander: Expander): string | null {
  return joinPieces(toPieces(word, state, expander));
}

/** The text of a here-document. */
export function expandParts(
  parts: readonly WordPart[],
  state: ShellState,
  expander: Expander,
): string | null {
  return joinPieces(parts.flatMap((part) => expandPart(part, true, state, expander)));
}

/** Reads the scripts inside something that is not expanded. */
export function readAllInner(node: SyntaxNode, state: ShellState, expander: Expander): void {
  expander.forEachChild(node, (child) => {
    if (child.type === 'Script') expander.readInner(child, state);
    else readAllInner(child, state, expander);
  });
}

function hasBraces(word: Word): boolean {
  return word.parts?.some(({ type }) => type === 'BraceExpansion') ?? false;
}

function toPieces(word: Word, state: ShellState, expander: Expander): readonly Piece[] {
  const pieces =
    word.parts === undefined
      ? [knownPiece(word.value, word.text !== word.value)]
      : word.parts.flatMap((part) => expandPart(part, false, state, expander));
  return expandTilde(word.text, pieces, state);
}

function knownPiece(text: string, quoted: boolean): Piece {
  return { text, quoted, splits: false };
}

/** `~` at the beginning, and behind the `=` of what looks like an assignment. */
function expandTilde(raw: string, pieces: readonly Piece[], state: ShellState): readonly Piece[] {
  const match = /^([A-Za-z_]\w*=)?~([^/]*)/.exec(raw);
  const [first, ...others] = pieces;
  if (match === null || first?.text == null) return pieces;
  const [, before = '', user = ''] = match;
  const folder = findFolder(user, state);
  const text = folder === null ? null : before + folder + first.text.slice(before.length + 1 + user.length);
  return [{ text, quoted: true, splits: false }, ...others];
}

/** What `~`, `~+` and `~name` stand for. */
function findFolder(user: string, state: ShellState): string | null {
  if (user === '') return state.variables.get('HOME')?.value ?? null;
  return user === '+' ? findHere(state) : null;
}

function findHere({ cwds }: ShellState): string | null {
  return cwds?.length === 1 ? (cwds[0] ?? null) : null;
}

function expandPart(
  part: WordPart,
  quoted: boolean,
  state: ShellState,
  expander: Expander,
): readonly Piece[] {
  switch (part.type) {
    case 'Literal':
      return [knownPiece(part.value, quoted)];
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return [knownPiece(part.value, true)];
    case 'DoubleQuoted':
    case 'LocaleString':
      return [
        knownPiece('', true),
        ...part.parts.flatMap((inner) => expandPart(inner, true, state, expander)),
      ];
    case 'SimpleExpansion':
      return [expandVariable(part.text.slice(1), quoted, state, expander)];
    case 'ParameterExpansion':
      return [expandParameter(part, quoted, state, expander)];
    case 'CommandExpansion':
      return [expandCommand(part.script, quoted, state, expander)];
    default:
      readAllInner(part, state, expander);
      return [{ text: null, quoted, splits: false }];
  }
}

function expandVariable(name: string, quoted: boolean, state: ShellState, { forgotten }: Expander): Piece {
  return { text: forgotten.has(name) ? null : findValue(name, state), quoted, splits: !quoted };
}

function findValue(name: string, state: ShellState): string | null {
  const variable = state.variables.get(name);
  if (variable !== undefined) return variable.value;
  if (name === 'IFS') return ' \t\n';
  return name === 'PWD' ? findHere(state) : null;
}

function expandParameter(
  part: ParameterExpansionPart,
  quoted: boolean,
  state: ShellState,
  expander: Expander,
): Piece {
  const { text } = expandVariable(part.parameter, quoted, state, expander);
  const { operation } = part;
  readAllInner(part, state, expander);
  const unknown = { text: null, quoted, splits: !quoted };
  if (part.prefix !== undefined || part.index !== undefined) return unknown;
  if (operation === undefined) return { ...unknown, text };
  if (operation.type === 'Default' && operation.operator.endsWith('='))
    expander.forgotten.add(part.parameter);
  if (operation.type !== 'Default' || text === null) return unknown;

  const usesOperand = operation.operator.endsWith('+') === (text !== '');
  if (usesOperand) return unknown;
  return { ...unknown, text };
}

function expandCommand(
  script: ParsedScript | undefined,
  quoted: boolean,
  state: ShellState,
  expander: Expander,
): Piece {
  const output = script === undefined ? undefined : expander.readInner(script, state).output;
  const text = output?.kind === 'text' ? output.text.replace(/\n+$/, '') : null;
  return { text, quoted, splits: !quoted };
}

function joinPieces(pieces: readonly Piece[]): string | null {
  const texts = pieces.map(({ text }) => text);
  return texts.every((text) => text !== null) ? texts.join('') : null;
}

interface Draft {
  value: string | null;
  head: string;
  started: boolean;
}

function toFields(pieces: readonly Piece[], raw: string, state: ShellState): readonly Field[] {
  const fields: Field[] = [];
  let draft = startDraft();
  const finish = (): void => {
    if (draft.started)
      fields.push(draft.value === null ? unknownField(raw, draft.head) : literalField(draft.value, raw));
    draft = startDraft();
  };
  for (const piece of pieces) {
    const text = piece.splits && !canSplit(piece.text, state) ? null : piece.text;
    const [first = '', ...others] = text !== null && piece.splits ? text.split(/[ \t\n]+/) : [text];
    addText(draft, first, piece.quoted);
    for (const next of others) {
      finish();
      addText(draft, next, piece.quoted);
    }
  }
  finish();
  return fields;
}

function startDraft(): Draft {
  return { value: '', head: '', started: false };
}

function addText(draft: Draft, text: string | null, quoted: boolean): void {
  draft.started ||= quoted || text !== '';
  if (text === null) draft.value = null;
  else if (draft.value !== null) {
    draft.value += text;
    draft.head += text;
  }
}

/** A value is split by blanks as long as nothing else was said, and it may name files by a pattern. */
function canSplit(text: string | null, state: ShellState): boolean {
  return text !== null && !GLOB.test(text) && !(state.variables.has('IFS') && /\W/.test(text));
}
