// What `verify` stored, as a hook reads it: whether it holds for the workspace as it is, and which test failed last.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { EvidenceKind } from '../contract.js';
import { readEvidence } from '../read-evidence.js';
import { readText, toFields } from './fields.js';
import type { Fields } from './call.js';

export type EvidenceAnswer = { readonly ok: true } | { readonly ok: false; readonly why: string };

const COMMANDS = { verified: 'agentforge verify', tested: 'agentforge verify --tested' } as const;

export function findEvidence(folder: string, workspace: string, kind: EvidenceKind): EvidenceAnswer {
  const proof = readEvidence(readFile(folder, `tested-${workspace.slice(0, 32)}.json`), workspace, kind);
  if (proof.holds) return { ok: true };
  const verdicts = listFiles(folder, workspace.slice(0, 32)).map((file) =>
    toFields(readFields(file)['verification']),
  );
  const own = verdicts.filter((verdict) => verdict['workspace'] === workspace);
  if (kind === 'verified' && own.some(isWhole)) return { ok: true };
  const red = own.map(nameFailure).find((one) => one !== undefined);
  return { ok: false, why: red === undefined ? (proof.why ?? '') : `${red}; run \`${COMMANDS[kind]}\`` };
}

/** Everything was run and passed, not only the checks. */
function isWhole(verdict: Fields): boolean {
  const tests = toFields(verdict['tests']);
  return verdict['complete'] === true && tests['passing'] === true && tests['scope'] === 'full';
}

export interface LastVerdict {
  readonly at: string;
  readonly passing: boolean;
  /** One sentence without its end. */
  readonly failure?: string;
}

/** The newest verdict for whatever workspace. */
export function findLastVerdict(folder: string): LastVerdict | undefined {
  const newest = listFiles(folder, '')
    .map((file) => ({ file, at: statSync(file).mtimeMs }))
    .sort((a, b) => b.at - a.at)
    .map(({ file, at }) => ({ at, verdict: toFields(readFields(file)['verification']) }))
    .find(({ verdict }) => typeof verdict['complete'] === 'boolean');
  if (!newest) return undefined;
  const failure = nameFailure(newest.verdict);
  return {
    at: new Date(newest.at).toISOString(),
    passing: newest.verdict['complete'] === true,
    ...(failure === undefined ? {} : { failure }),
  };
}

function nameFailure(verdict: Fields): string | undefined {
  const tests = toFields(verdict['tests']);
  const [first, ...others] = toList(tests['failing']);
  if (first) return nameTest(first, others.length);
  if (tests['passing'] === false)
    return `the tests do not pass (${oneLine(readText(tests, 'error') ?? 'no reason is stored')})`;
  const check = toList(verdict['checks']).find((one) => one['passing'] === false);
  return check && `the check ${oneLine(readText(check, 'id') ?? '')} fails`;
}

function nameTest(test: Fields, others: number): string {
  const file = readText(test, 'file');
  const place = file === undefined ? '' : ` in ${oneLine(file)}`;
  return `the test "${oneLine(readText(test, 'test') ?? '')}"${place} fails${others > 0 ? ` and ${others} more` : ''}`;
}

function toList(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(toFields) : [];
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\s]+/gu, ' ').slice(0, 160);
}

function readFile(folder: string, name: string): string | undefined {
  const file = path.join(folder, name);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

const MAX_FILES = 2_000;

function listFiles(folder: string, prefix: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.startsWith(prefix) && name.endsWith('.json') && !name.startsWith('tested-'))
    .slice(0, MAX_FILES)
    .map((name) => path.join(folder, name));
}

function readFields(file: string): Fields {
  try {
    return toFields(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return {};
  }
}
