// A name out of the comment above the code: `// apply the volume discount` → applyVolumeDiscount.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { AMBIGUOUS, listWords } from './lexicon.js';
import { findOperandComment } from '../extract/operand-comment.js';
import { propose } from './proposal.js';
import type { NamingInput, Proposal } from './proposal.js';
import { readCommentAbove, stripMarks } from './read-comment.js';
import { splitWords, toVerb } from './words.js';

/** Not about what the code does: switched-off code, instructions to tools, remarks, reasons. */
const NO_DESCRIPTION =
  /[{}=<>;|]|\b(?:todo|fixme|xxx|hack|eslint|prettier|istanbul|c8|tslint|copyright|licen[cs]e|note|nb|see|https?|c'est)\b|@|^\s*(?:not?|never|don'?t|do not|this|that|these|it|there|because|since|as|why|example|e\.?g|i\.?e|was|is|are|i|you|they|could|would|may|might|can|cannot|can't|maybe|perhaps|same|default)\b/i;
const FILLER = listWords(
  "first then now next finally also we just simply let's lets let to should need must here otherwise only already always please step second third lastly ok so",
);
const DROPPED = listWords('the a an this that these those its their our your his her any some given');
const PREPOSITIONS = listWords('to for from in on at by into with onto as via using within over');
const STOPS = listWords(
  "only if when unless because since so that which where while until before after and or but then without per is are was were be been has have had will would can cannot can't must should not don't doesn't isn't aren't e.g i.e etc instead rather than like it they",
);
/** What follows when an ambiguous word is a verb. */
const DETERMINERS = /^(?:the|an?|this|that|these|those|its|their|our|all|each|every|any|both|up|out|new)$/i;
/** Tell how, or that something is done, but not what. */
const WEAK = listWords('use try keep allow do make give go look need want follow handle process');
const MAX_WORDS = 5;
const CUT = /[.:!?,](?:\s|$)|\n\s*\n|\s[-–—]+\s|\s--|\(|\)|"/;

export function proposeFromComment(input: NamingInput): Proposal[] {
  const [first, ...others] = input.nodes;
  if (first === undefined) return [];
  if (input.ts.isExpression(first)) return proposeFromRemark(input, first);
  const comment = readCommentAbove(input.ts, input.file, first);
  if (comment === undefined) return proposeFromInside(input, others);
  const isOneOfMany = others.length === 0 && isChain(input.ts, first);
  const words = readPhrase(comment);
  if (words === undefined) return [];
  if (isOneOfMany) return [propose(CHAIN_SCORE, words)];
  return [propose(Math.min(rateReach(input, first), 95 - Math.max(0, words.length - 3) * 6), words)];
}

/** How much of several statements a comment above the first of them speaks for. */
function rateReach({ file, nodes }: NamingInput, first: ts.Node): number {
  const last = nodes.at(-1);
  if (last === undefined || last === first) return 100;
  const code = file.text.slice(first.getStart(file), last.end).replaceAll('\r', '');
  // Where others have comments of their own, it speaks only for what stands right below it.
  if (/(?:^|\s)\/[/*]/.test(code)) return PARTIAL_SCORE;
  const gaps = nodes.slice(1).map((node) => file.text.slice(node.pos, node.getStart(file)));
  return gaps.some((gap) => /\n[^\S\n]*\n/.test(gap.replaceAll('\r', ''))) ? PARAGRAPH_SCORE : 100;
}

const PARTIAL_SCORE = 9;
/** Below an empty line may stand something else. */
const PARAGRAPH_SCORE = 44;

const CHAIN_SCORE = 20;

/** Above several branches it may be about the first of them alone. */
function isChain(compiler: TypeScript, node: ts.Node): boolean {
  return compiler.isIfStatement(node) && node.elseStatement !== undefined;
}

/** A comment further down speaks for all when it is the only one and what stands before it only prepares. */
function proposeFromInside(
  { ts: compiler, file, nodes }: NamingInput,
  others: readonly ts.Node[],
): Proposal[] {
  if (!nodes.slice(0, -1).every((node) => compiler.isVariableStatement(node))) return [];
  const found = others.flatMap((node, index) => {
    const comment = readCommentAbove(compiler, file, node);
    return comment === undefined ? [] : [{ comment, isLast: index === others.length - 1 }];
  });
  const [only, second] = found;
  const words = only?.isLast === true && second === undefined ? readPhrase(only.comment) : undefined;
  return words === undefined ? [] : [propose(78, words)];
}

/** What stands above an operand says what it is about; above an `if`, when that is entered, or what is done then. */
function proposeFromRemark({ ts: compiler, file }: NamingInput, condition: ts.Expression): Proposal[] {
  const remark = findOperandComment(compiler, file, condition);
  if (remark !== undefined) return proposeQuestion(stripMarks(file.text.slice(remark.start, remark.end)));
  let { parent } = condition;
  while (compiler.isParenthesizedExpression(parent)) parent = parent.parent;
  if (!compiler.isIfStatement(parent) || parent.elseStatement !== undefined) return [];
  const comment = readCommentAbove(compiler, file, parent);
  if (comment === undefined) return [];
  const assertion = readAssertion(comment);
  if (assertion !== undefined) return [propose(86, assertion)];
  const words = readPhrase(comment);
  return words === undefined || words.length > MAX_WORDS - 1 ? [] : [propose(82, 'should', words)];
}

const QUESTION = /^(is|are|has|does|can) (?:the |an? |this |it )?([a-z]+(?: [a-z]+){0,2}?)\s*(?:\?|[<>=]|$)/i;

/** `Is firebug?` → is firebug. */
function proposeQuestion(comment: string): Proposal[] {
  const [, verb = '', rest = ''] = QUESTION.exec(comment) ?? [];
  if (rest === '') {
    const assertion = readAssertion(comment);
    return assertion === undefined ? [] : [propose(86, assertion)];
  }
  return [propose(92, verb.toLowerCase(), splitWords(rest))];
}

const ASSERTION =
  /^(?:if|when|only if|only when) (?:the |an? |this |that )?((?:[a-z]+ ){1,2})(is|are|has|have) (not |no )?([a-z]+)(?: ([a-z]+))?(?=$|[.,:;!?]| so | we | and then )/;

/** `If the order is overdue, …` → is order overdue. */
function readAssertion(comment: string): string[] | undefined {
  const [, subject = '', verb = '', no = '', ...rest] =
    ASSERTION.exec(comment.toLowerCase().replace(/\s+/g, ' ')) ?? [];
  const noun = subject
    .trim()
    .split(' ')
    .filter((word) => word !== '' && !DROPPED.has(word));
  if (noun.length === 0 || /^(?:it|we|they|there|you|he|she)$/.test(noun[0] ?? '')) return undefined;
  const state = [no.trim(), ...rest].filter((word): word is string => word !== undefined && word !== '');
  return verb.startsWith('ha') ? ['has', ...state] : ['is', ...noun, ...state];
}

/** Verb and object; undefined when the comment does not begin with what is done. */
function readPhrase(comment: string): string[] | undefined {
  const words = readClause(comment.replace(/\bmake sure\b/i, 'ensure')).filter((word) => word !== '');
  while (FILLER.has((words[0] ?? '').toLowerCase())) words.shift();
  const [first = '', second = ''] = words;
  const verb = toVerb(first.toLowerCase());
  if (verb === undefined || WEAK.has(verb) || (AMBIGUOUS.has(verb) && !DETERMINERS.test(second)))
    return undefined;
  const object = readObject(words.slice(1));
  return object.length === 0 ? undefined : [verb, ...object];
}

/** The words of the first clause, or of the one after a condition; none when it is not about what the code does. */
function readClause(comment: string): string[] {
  const clauses = comment.split(CUT, 2).map((clause) => clause.replace(/\s+/g, ' ').trim());
  const [first = '', second = ''] = clauses;
  const isLead = FILLER.has(first.toLowerCase()) || /^(?:if|when|in case|for)\b/i.test(first);
  const clause = isLead ? second : first;
  if (NO_DESCRIPTION.test(clause)) return [];
  return clause.split(/[\s/]+/).map((token) => token.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''));
}

/** Up to the first word that begins another thought. */
function readObject(tokens: readonly string[]): string[] {
  const words: string[] = [];
  for (const token of tokens.filter((word) => !DROPPED.has(word.toLowerCase()))) {
    if (endsObject(token.toLowerCase(), words.length)) break;
    words.push(...splitWords(token));
  }
  const object = words.slice(0, MAX_WORDS - 1);
  while (PREPOSITIONS.has(object.at(-1) ?? '') || object.at(-1) === 'of') object.pop();
  return object;
}

function endsObject(word: string, length: number): boolean {
  if (STOPS.has(word) || word.includes("'") || length >= MAX_WORDS - 1) return true;
  return PREPOSITIONS.has(word) && length > 0;
}
