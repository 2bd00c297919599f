// What the project's own linter says of a file, counted by rule: moved code keeps its complaints, a change may add none.
import { present } from '../platform/index.js';
import type { RunCommand } from './contract.js';
import { askEslint, type EslintMessage } from './conformance/kinds/eslint.js';
import { findLinter } from './project-linter.js';

export type LintCount = Readonly<Record<string, number>>;

const TIMEOUT_MS = 120_000;

/** By path; a file without an entry was not linted, or has nothing to complain about. */
export async function countLint(
  run: RunCommand,
  root: string,
  files: readonly string[],
): Promise<{ readonly counts: ReadonlyMap<string, LintCount> } | { readonly error: string }> {
  const guide = findLinter(root)?.guide;
  const asked = { name: 'lint', root, files, timeoutMs: TIMEOUT_MS };
  const answer = await askEslint(run, { ...asked, ...present({ guide }) });
  if ('error' in answer) return answer;
  return { counts: new Map(answer.value.results.map(({ path, messages }) => [path, countRules(messages)])) };
}

type Message = Pick<EslintMessage, 'ruleId' | 'fatal' | 'message'>;

export function countRules(messages: readonly Message[]): LintCount {
  const rules = messages.filter(isAboutCode).map(({ ruleId }) => ruleId ?? 'syntax');
  const count = (rule: string): number => rules.filter((each) => each === rule).length;
  return Object.fromEntries([...new Set(rules)].map((rule) => [rule, count(rule)]));
}

/** A comment that switched a rule off may have nothing left to switch off: that is what a fix is for. */
function isAboutCode({ ruleId, fatal, message }: Message): boolean {
  return ruleId !== null || fatal || !/^Unused eslint-(?:disable|enable) directive/.test(message);
}

/** Rules that complain more often than before. */
export function findNewComplaints(before: LintCount, after: LintCount): string[] {
  return Object.keys(after).filter((rule) => (after[rule] ?? 0) > (before[rule] ?? 0));
}
