// Knows what secrets look like: the shapes that issuers give their keys, and values of chance in files made to hold them.
import path from 'node:path';

/** A stretch of text, end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Every secret a text shows by its shape, and, in a file made for secrets, by its content. In no order; spans may overlap. */
export function findSecrets(text: string, source: string | undefined): Span[] {
  const spans = PATTERNS.flatMap((pattern) => findPattern(text, pattern));
  return source !== undefined && holdsSecrets(source) ? [...spans, ...findAssigned(text)] : spans;
}

export const SECRET_NAME = /KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL/i;

interface Pattern {
  /** One of these must occur, case folded when `expression` is; asking this first keeps large texts fast. */
  readonly hints: readonly string[];
  /** Group 1, when there is one, is the context before the secret, and group 2 the secret. */
  readonly expression: RegExp;
  readonly accept?: (value: string) => boolean;
}

const PRIVATE_KEY =
  /-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:[\w+/=\s\\"'`,:.]|-(?!----)){0,20000}-----END (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;
const UNCLOSED_PRIVATE_KEY =
  /(-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:\\[nr]|[\s"']){0,9})((?:[A-Za-z0-9+/]{16,76}={0,2}(?:\\[nr]|\s){0,4}){1,400})/g;

/*
 * Each expression takes linear time: a start is refused inside a run of the secret's own characters, or its length is
 * bounded, so no stretch of text is looked at more than a fixed number of times.
 */
const PATTERNS: readonly Pattern[] = [
  { hints: ['PRIVATE KEY'], expression: PRIVATE_KEY },
  { hints: ['PRIVATE KEY'], expression: UNCLOSED_PRIVATE_KEY },
  { hints: ['sk-'], expression: /(?<![A-Za-z0-9])sk-[A-Za-z0-9_-]{20,}/g, accept: looksRandom },
  { hints: ['gh'], expression: /(?<![A-Za-z0-9])gh[opsur]_[A-Za-z0-9]{30,}/g },
  { hints: ['github_pat_'], expression: /github_pat_[A-Za-z0-9_]{22,}/g },
  { hints: ['gl'], expression: /(?<![A-Za-z0-9])gl(?:pat|ptt|dt|rt|cbt|soat)-[A-Za-z0-9_.-]{20,}/g },
  { hints: ['AKIA', 'ASIA'], expression: /(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])/g },
  {
    hints: ['secret'],
    expression:
      /(secret_?(?:access_?)?key["']?\s{0,4}[=:]\s{0,4}["']?)([A-Za-z0-9/+=]{40})(?![A-Za-z0-9/+=])/gi,
  },
  { hints: ['AIza'], expression: /(?<![A-Za-z0-9])AIza[A-Za-z0-9_-]{35}/g },
  { hints: ['ya29.'], expression: /(?<![A-Za-z0-9])ya29\.[A-Za-z0-9_-]{20,}/g },
  {
    hints: ['xox', 'xapp-'],
    expression: /(?<![A-Za-z0-9])(?:xox[a-z]|xapp)-[A-Za-z0-9-]{10,}/g,
    accept: hasDigit,
  },
  {
    hints: ['hooks.slack.com'],
    expression: /(hooks\.slack\.com\/(?:services|workflows)\/)([A-Za-z0-9/_-]{20,})/g,
  },
  { hints: ['npm_'], expression: /(?<![A-Za-z0-9])npm_[A-Za-z0-9]{36}/g },
  { hints: ['pypi-'], expression: /(?<![A-Za-z0-9])pypi-[A-Za-z0-9_-]{50,}/g },
  { hints: ['_live_', '_test_'], expression: /(?<![A-Za-z0-9])[a-z]{2}_(?:live|test)_[A-Za-z0-9]{16,}/g },
  { hints: ['whsec_'], expression: /(?<![A-Za-z0-9])whsec_[A-Za-z0-9+/=]{24,}/g },
  { hints: ['SG.'], expression: /(?<![A-Za-z0-9])SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{32,64}/g },
  { hints: ['hf_'], expression: /(?<![A-Za-z0-9])hf_[A-Za-z0-9]{30,}/g },
  { hints: ['hvs.'], expression: /(?<![A-Za-z0-9])hvs\.[A-Za-z0-9_-]{24,}/g },
  { hints: ['dop_v1_'], expression: /(?<![A-Za-z0-9])dop_v1_[a-f0-9]{64}/g },
  { hints: ['shp'], expression: /(?<![A-Za-z0-9])shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}/g },
  { hints: ['AGE-SECRET-KEY-1'], expression: /AGE-SECRET-KEY-1[0-9A-Z]{58}/g },
  { hints: ['AccountKey='], expression: /(AccountKey=)([A-Za-z0-9+/]{40,}={0,2})/g },
  {
    hints: ['eyJ'],
    expression: /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/g,
  },
  { hints: ['bearer'], expression: /(bearer\s{1,4})([A-Za-z0-9._~+/=-]{12,})/gi, accept: hasDigit },
  {
    hints: ['authorization'],
    expression: /(authorization["']?\s{0,4}[:=]\s{0,4}["']?(?:basic|token)\s{1,4})([A-Za-z0-9._~+/=-]{8,})/gi,
  },
  { hints: ['://'], expression: /(:\/\/)([A-Za-z0-9_.~%-]{16,200})(?=@)/g, accept: looksRandom },
  {
    hints: ['://'],
    expression: /(:\/\/[^\s/:@"'`<>‹›]{0,200}:)([^\s/@"'`<>‹›]{1,200})(?=@)/g,
    accept: (value) => !/^[${%*]/.test(value),
  },
];

function findPattern(text: string, { hints, expression, accept }: Pattern): Span[] {
  const mayOccur = expression.ignoreCase
    ? hints.some((hint) => new RegExp(hint, 'i').test(text))
    : hints.some((hint) => text.includes(hint));
  if (!mayOccur) return [];
  return Array.from(text.matchAll(expression), (match) => {
    const end = match.index + match[0].length;
    return { start: match[2] === undefined ? match.index : end - match[2].length, end };
  }).filter((span) => accept?.(text.slice(span.start, span.end)) ?? true);
}

function hasDigit(value: string): boolean {
  return /\d/.test(value);
}

/** Tells a key from a long name in kebab case, such as a style class. */
function looksRandom(value: string): boolean {
  return hasDigit(value) && /[A-Za-z]/.test(value) && measureEntropy(value) >= 3;
}

const SECRET_FILES =
  /^(?:\.env(?:\..+)?|.+\.env|\.npmrc|\.yarnrc(?:\.yml)?|[._]netrc|\.pypirc|\.pgpass|\.git-credentials|\.dockercfg|credentials(?:\..+)?|secrets?\.(?:ya?ml|json|toml|ini|properties))$/i;

/** Whether a file of that name is made to hold secrets. */
export function holdsSecrets(source: string): boolean {
  return SECRET_FILES.test(path.basename(source));
}

const ASSIGNMENT =
  /(?<![\w./:@-])([\w./:@-]{1,200})["']?[^\S\n]{0,9}[=:][^\S\n]{0,9}(?:"((?:[^"\\\n]|\\.){1,20000})"|'((?:[^'\\\n]|\\.){1,20000})'|(\S[^\n]*))/g;
const MACHINE_PASSWORD: Pattern = {
  hints: ['password'],
  expression: /((?:^|\s)password\s{1,4})(\S{4,200})/g,
};

/** Values of settings: those whose name says secret, and those that look like chance. */
function findAssigned(text: string): Span[] {
  const settings = Array.from(text.matchAll(ASSIGNMENT), (match) => {
    const [all, name = '', double, single, bare] = match;
    const value = double ?? single ?? (bare ?? '').replace(/\s#.*$/, '').replace(/[\s,;]+$/, '');
    const start = match.index + all.length - (bare ?? `${value}"`).length;
    return { name, value, start, end: start + value.length };
  });
  return [...settings.filter(isSecretSetting), ...findPattern(text, MACHINE_PASSWORD)];
}

function isSecretSetting({ name, value }: { name: string; value: string }): boolean {
  if (value === '' || /^[$<{%]/.test(value) || /^\w+:\/\//.test(value)) return false;
  if (value.length >= 6 && /KEY|TOKEN|SECRET|PASS|CREDENTIAL|AUTH(?!OR)/i.test(name)) return true;
  return looksDrawn(value);
}

/** Long, with digits and hardly a character twice; a path, an address with its port and a sentence are none. */
function looksDrawn(value: string): boolean {
  const isPlain = /^[.~]{0,2}\//.test(value) || /^[\w.-]+:\d+$/.test(value) || /\s/.test(value);
  return (
    value.length >= 12 &&
    !isPlain &&
    hasDigit(value) &&
    measureEntropy(value) >= 0.85 * Math.log2(Math.min(value.length, 16))
  );
}

/** Bits per character. */
function measureEntropy(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  const shares = [...counts.values()].map((count) => count / value.length);
  return -shares.reduce((sum, share) => sum + share * Math.log2(share), 0);
}
