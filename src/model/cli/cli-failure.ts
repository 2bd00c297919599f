// Why a coding CLI did not answer: worth another try and when, or not, and the sentence a person should read.
import { stripVTControlCharacters } from 'node:util';
import type { CallFailure } from '../providers/failure.js';
import type { CliTrouble, CodingCli } from './contract.js';
import { readSaidWait } from './said-wait.js';

/** What keeps a call from an answer, whether the CLI says so or its end does. */
export interface Trouble {
  readonly trouble: CliTrouble['trouble'] | 'empty' | 'killed' | 'not_started' | 'timed_out' | 'too_much';
  readonly said: string;
  readonly status?: number | undefined;
  readonly exitCode?: number | null | undefined;
}

export interface Circumstances {
  readonly cli: CodingCli;
  readonly nowMs: number;
  readonly timeoutMs: number;
}

/** Whatever happened after the CLI had begun may have been charged, unless it is known to be refused. */
const LOST = { retry: true, charged: true, headers: {} } as const;
const REFUSED = { retry: false, charged: false, headers: {} } as const;

export function explainTrouble(trouble: Trouble, at: Circumstances): CallFailure {
  const { cli, timeoutMs } = at;
  const { name } = cli;
  switch (trouble.trouble) {
    case 'timed_out':
      return {
        ...LOST,
        message: `${name} did not answer within ${Math.round(timeoutMs / 1_000)} seconds${inBrackets(trouble.said)}.`,
      };
    case 'killed':
      return { ...LOST, message: `${name} was ended by ${trouble.said}.` };
    case 'not_started':
      return {
        ...REFUSED,
        message: `${name} could not be started (${quote(trouble.said)}); install it again with ${installing(cli)}.`,
      };
    case 'empty':
      return { ...LOST, message: `${name} gave an empty answer.` };
    case 'too_much':
      return { ...LOST, message: `${name} printed more than an answer can be.` };
    case 'cut_off':
      return {
        ...LOST,
        retry: false,
        message: `The answer of ${name} was longer than its model may write; choose a model that may write more.`,
      };
    case 'used_tool':
      return {
        ...LOST,
        message: `${name} used a tool of its own (${quote(trouble.said)}) instead of answering.`,
      };
    case 'untrusted':
      return {
        ...REFUSED,
        message: `${name} does not trust the folder it is called in; install its latest version.`,
      };
    default:
      return explainWords(trouble, at);
  }
}

export function installing({ packageName }: CodingCli): string {
  return `\`npm install -g ${packageName}@latest\``;
}

const LOGIN =
  /not logged in|\/login|\blog ?in\b|api[ _-]?key|auth method|authentication|unauthori[sz]ed|\b401\b/i;
const FLAGS = /unknown (?:option|argument)|unexpected argument|unrecognized (?:option|argument)/i;
const MODEL =
  /\bmodel\b.{0,80}(?:not found|not exist|not supported|not available|no access)|issue with the selected model|model_not_found/i;
const TOO_LONG =
  /prompt is too long|context (?:window|length)|context_length_exceeded|input token count|maximum number of tokens/i;
const SPENT = /credit balance|insufficient_quota|out of credits|billing/i;
/** The plan of the user is used up for hours, not for a moment. */
const PLAN =
  /usage limit|hit your (?:usage |session |weekly )?limit|(?<!rate )limit reached|daily (?:limit|quota)|weekly limit/i;
const BUSY = /rate.?limit|too many requests|resource.?exhausted|quota|overloaded|\b429\b|\b503\b|\b529\b/i;
const BROKEN =
  /stream disconnected|reconnecting|connection|network|econn|enotfound|etimedout|fetch failed|timed out|internal server error|\b50[0-9]\b/i;

/** What no other try changes, in the order in which it is looked for, and what to do about it. */
function findFinal({ said, status }: Trouble, cli: CodingCli): string | undefined {
  const { name } = cli;
  if (SPENT.test(said))
    return `The account of ${name} has nothing left to spend (${quote(said)}); raise its limit.`;
  if (TOO_LONG.test(said))
    return 'The context is too long for this model; choose a lower ceiling or another model.';
  if (FLAGS.test(said))
    return `${name} does not know how it is called (${quote(said)}); update it with ${installing(cli)}.`;
  if (status === 404 || MODEL.test(said))
    return `${name} has no such model (${quote(said)}); name another one or none.`;
  if (status === 401 || status === 403 || LOGIN.test(said))
    return `${name} is not logged in (${quote(said)}); ${cli.login}.`;
  return undefined;
}

/** A wait longer than this is a person's decision. */
const MAX_WAIT_MS = 3_600_000;

/** The words of a CLI that ended well are its answer, or a part of it: they explain nothing. */
function explainWords(trouble: Trouble, { cli, nowMs }: Circumstances): CallFailure {
  const { name } = cli;
  if (trouble.trouble === 'unreadable' && trouble.exitCode === 0)
    return {
      ...LOST,
      message: `The answer of ${name} could not be read; it is not the JSON that was asked for.`,
    };
  const busy = explainBusy(trouble, name, nowMs);
  if (busy) return busy;
  const final = findFinal(trouble, cli);
  if (final !== undefined) return { ...REFUSED, message: final, status: trouble.status };
  return explainUnknown(trouble, name);
}

function explainUnknown({ said, status, exitCode }: Trouble, name: string): CallFailure {
  const code = typeof exitCode === 'number' && exitCode !== 0 ? ` with exit code ${exitCode}` : '';
  const message = `${name} failed${code}${inBrackets(said)}.`;
  return { ...LOST, message, status, retry: said.trim() === '' || BROKEN.test(said) || (status ?? 0) >= 500 };
}

function explainBusy({ said, status }: Trouble, name: string, nowMs: number): CallFailure | undefined {
  const isPlan = PLAN.test(said);
  const isBusy = status === 429 || status === 529 || (status === undefined && BUSY.test(said));
  if (SPENT.test(said) || !(isPlan || isBusy)) return undefined;
  const afterMs = readSaidWait(said, nowMs);
  const isLong = afterMs === undefined ? isPlan : afterMs > MAX_WAIT_MS;
  return isLong
    ? {
        ...REFUSED,
        status,
        message: `${name} has reached the limit of its plan (${quote(said)}); wait until then or choose another model.`,
      }
    : {
        ...REFUSED,
        status,
        retry: true,
        afterMs,
        message: `${name} is held back by its provider (${quote(said)}).`,
      };
}

function inBrackets(said: string): string {
  const words = quote(said);
  return words === '' ? '' : ` (${words})`;
}

const MAX_QUOTE_CHARS = 200;
const MAX_QUOTE_LINES = 3;

/** Of many lines the last ones: what ended a program stands below its warnings. */
function quote(said: string): string {
  const lines = stripVTControlCharacters(said)
    .split('\n')
    .filter((line) => line.trim() !== '');
  const words = lines.slice(-MAX_QUOTE_LINES).join(' ').replace(/\s+/g, ' ').trim().replace(/\.$/, '');
  return words.length > MAX_QUOTE_CHARS ? `${words.slice(0, MAX_QUOTE_CHARS)}…` : words;
}
