// Names for a condition by the sentence that is said when it holds: 'The address is not complete.' → is address incomplete.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { unwrap } from './describe-noun.js';
import type { NamingInput, Proposal } from './proposal.js';
import { propose } from './proposal.js';

const SCORE = 88;
const MAX_SUBJECT = 2;

export function proposeFromMessage(input: NamingInput, statements: readonly ts.Statement[]): Proposal[] {
  const [only, second] = statements;
  const text = only === undefined || second !== undefined ? undefined : findMessage(input, only);
  const words = text === undefined ? undefined : readSentence(text);
  return words === undefined ? [] : [propose(SCORE, words)];
}

/** What is thrown, returned, or handed to a call: the only text in the statement. */
function findMessage({ ts: compiler }: NamingInput, statement: ts.Statement): string | undefined {
  const isTelling =
    compiler.isThrowStatement(statement) ||
    (compiler.isExpressionStatement(statement) && compiler.isCallExpression(statement.expression));
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (compiler.isStringLiteralLike(node)) found.push(node.text);
    else if (compiler.isTemplateExpression(node)) found.push(readTemplate(node));
    else compiler.forEachChild(node, visit);
  };
  if (isTelling) visit(statement);
  const refusal = findRefusal(compiler, statement);
  if (refusal !== undefined) visit(refusal);
  return found.length === 1 ? found[0] : undefined;
}

/** The sentence of `return { ok: false, message: '…' }`. */
function findRefusal(compiler: TypeScript, statement: ts.Statement): ts.Node | undefined {
  if (!compiler.isReturnStatement(statement) || statement.expression === undefined) return undefined;
  const value = unwrap(compiler, statement.expression);
  if (!compiler.isObjectLiteralExpression(value)) return undefined;
  const told = value.properties.filter(
    (property) =>
      compiler.isPropertyAssignment(property) &&
      /^(?:message|why|error|detail)$/.test(property.name.getText()),
  );
  return told.length === 1 ? told[0] : undefined;
}

/** What is filled in is no word; a name in front of a colon only says where. */
function readTemplate({ head, templateSpans }: ts.TemplateExpression): string {
  const parts = [head.text, ...templateSpans.map(({ literal }) => literal.text)];
  const [before = '', ...after] = parts;
  const rest = after.join(' … ');
  return before === '' && rest.startsWith(': ') ? rest.slice(2) : parts.join(' … ');
}

const OPPOSITES: Readonly<Record<string, string>> = {
  allowed: 'forbidden',
  available: 'unavailable',
  complete: 'incomplete',
  defined: 'undefined',
  found: 'missing',
  given: 'missing',
  known: 'unknown',
  possible: 'impossible',
  supported: 'unsupported',
  valid: 'invalid',
};
const TOO: Readonly<Record<string, string>> = {
  bigger: 'big',
  larger: 'large',
  less: 'small',
  longer: 'long',
  more: 'large',
  shorter: 'short',
  smaller: 'small',
};
const SENTENCE =
  /^(?:the |an? |your |this |that )?((?:[a-z]+ ){1,4}?)(is|are|was|must|should|needs?|has to|have to|cannot|may not|not)\b(?: (not|no longer))?(?: ([a-z]+))?(?: ([a-z]+))?/;
const LABEL =
  /^(missing|invalid|unknown|unexpected|duplicate|empty|unsupported|bad|malformed) ([a-z]+)(?: ([a-z]+))?$/;

function readSentence(text: string): string[] | undefined {
  const [sentence = ''] = text
    .toLowerCase()
    .replaceAll('-', '')
    .split(/[.;:!?(]|…/);
  const [label, kind, ...noun] = LABEL.exec(sentence.trim()) ?? [];
  if (label !== undefined && kind !== undefined) return ['is', ...noun.filter(Boolean), kind];
  const clause = SENTENCE.exec(sentence.trim());
  return clause === null ? undefined : readClause(clause);
}

function readClause([, subject = '', verb = '', no, state, more]: RegExpExecArray): string[] | undefined {
  const noun = subject.trim().split(' ').slice(-MAX_SUBJECT);
  if (noun.some((word) => VAGUE.has(word))) return undefined;
  if (/^(?:must|should|need|ha|cannot|may)/.test(verb)) return ['is', ...noun, 'invalid'];
  const end = describeState(verb === 'not' ? 'not' : no, state, more);
  return end === undefined ? undefined : ['is', ...noun, ...end];
}

const VAGUE = new Set([
  'it',
  'there',
  'you',
  'we',
  'he',
  'she',
  'they',
  'and',
  'or',
  'of',
  'for',
  'in',
  'with',
]);

function describeState(no: string | undefined, state = '', more: string | undefined): string[] | undefined {
  if (state === '') return undefined;
  if (no === 'no longer') return ['no', 'longer', state];
  if (no === 'not') return [OPPOSITES[state] ?? `not ${state}`].flatMap((words) => words.split(' '));
  const extreme = more === 'than' ? TOO[state] : undefined;
  if (extreme !== undefined) return ['too', extreme];
  if (state === 'required') return ['missing'];
  return more === undefined ? [state] : undefined;
}
