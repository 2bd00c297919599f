// Reads a script of package.json as a shell would, as far as it can be run without one.

export interface ScriptWord {
  readonly text: string;
  /** A shell would put the names of files in its place. */
  readonly isPattern: boolean;
}

export interface ScriptCommand {
  /** `NAME=value` words before the command. */
  readonly environment: readonly string[];
  readonly words: readonly ScriptWord[];
  /** The program that reads what this one prints. */
  readonly pipedInto?: string;
}

export type ParsedScript =
  | { readonly ok: true; readonly commands: readonly ScriptCommand[] }
  | { readonly ok: false; readonly reason: string };

/** Commands that run one after the other; anything else a shell can do is a reason to leave it to one. */
export function parseScript(script: string): ParsedScript {
  const tokens = readTokens(script);
  if (typeof tokens === 'string') return { ok: false, reason: tokens };
  const commands: ScriptCommand[] = [];
  for (const pipeline of splitAt(tokens, (token) => token === '&&' || token === ';')) {
    const [first = [], second, ...more] = splitAt(pipeline, (token) => token === '|').map(onlyWords);
    if (more.length > 0) return { ok: false, reason: 'it pipes through several programs' };
    const pipedInto = second?.[0]?.text;
    if (first.length > 0) commands.push(toCommand(first, pipedInto));
  }
  return { ok: true, commands };
}

export function toWord(text: string): ScriptWord {
  return { text, isPattern: false };
}

type Token = ScriptWord | '&&' | ';' | '|';

const OPERATOR = /&&|;|\|(?!\|)/y;
const BARE = /[^\s'"\\|&;<>()$`]+/y;
const SINGLE_QUOTED = /'([^']*)'/y;
/** A dollar that names nothing is only a dollar. */
const DOUBLE_QUOTED = /"((?:[^"\\$`]|\\.|\$(?![\w{(@*#?$!-]))*)"/y;
const ESCAPED = /\\([^\n])/y;
const PATTERN = /[*?[]/;

/** The tokens, or why they cannot be told without a shell. */
function readTokens(script: string): Token[] | string {
  const tokens: Token[] = [];
  let at = 0;
  while (at < script.length) {
    const space = matchAt(/\s+/y, script, at);
    const operator = matchAt(OPERATOR, script, at);
    if (space) at += space[0].length;
    else if (operator) {
      tokens.push(operator[0] as '&&' | ';' | '|');
      at += operator[0].length;
    } else {
      const word = readWord(script, at);
      if (!word) return `it uses ${script.slice(at, at + 2).trim()}, which only a shell understands`;
      tokens.push(word.word);
      at = word.end;
    }
  }
  return tokens;
}

function readWord(script: string, from: number): { word: ScriptWord; end: number } | undefined {
  let text = '';
  let isPattern = false;
  let at = from;
  for (;;) {
    const bare = matchAt(BARE, script, at);
    const part = bare ?? matchQuoted(script, at);
    if (!part) break;
    isPattern ||= bare !== undefined && PATTERN.test(bare[0]);
    text += bare ? bare[0] : unescape(part);
    at += part[0].length;
  }
  return at === from ? undefined : { word: { text, isPattern }, end: at };
}

function matchQuoted(script: string, at: number): RegExpExecArray | undefined {
  return (
    matchAt(SINGLE_QUOTED, script, at) ?? matchAt(DOUBLE_QUOTED, script, at) ?? matchAt(ESCAPED, script, at)
  );
}

function unescape(quoted: RegExpExecArray): string {
  const inner = quoted[1] ?? '';
  return quoted[0].startsWith('"') ? inner.replace(/\\(["\\$`])/g, '$1') : inner;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

function splitAt(tokens: readonly Token[], isBorder: (token: Token) => boolean): Token[][] {
  const parts: Token[][] = [[]];
  for (const token of tokens) {
    if (isBorder(token)) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts;
}

function onlyWords(tokens: readonly Token[]): ScriptWord[] {
  return tokens.filter((token) => typeof token !== 'string');
}

function toCommand(words: readonly ScriptWord[], pipedInto: string | undefined): ScriptCommand {
  const start = words.findIndex(({ text }) => !ASSIGNMENT.test(text));
  const count = start === -1 ? words.length : start;
  return {
    environment: words.slice(0, count).map(({ text }) => text),
    words: words.slice(count),
    ...(pipedInto === undefined ? {} : { pipedInto }),
  };
}

export const ASSIGNMENT = /^[A-Za-z_]\w*=/;
