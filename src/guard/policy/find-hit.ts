// Whether a guard's `match` holds for an action, and on what.
import type { GuardedAction, GuardedFile, Stage } from '../contract.js';
import { findCommand } from './command-match.js';
import type { CompiledGuard, CompiledMatch } from './compiled.js';
import { findCountHit } from './count-match.js';
import { findFieldHit } from './field-match.js';
import { isNamedBy } from './glob-match.js';
import { JUDGES } from './judges/index.js';
import type { Case, Hit } from './judges/judge.js';
import { countMatches, findChangedLines, hasMatch } from './line-matches.js';

/** Undefined when the guard has nothing to say. */
export function findHit(guard: CompiledGuard, one: Case): Hit | undefined {
  const { match, uses } = guard;
  if (!isInScope(guard, one.action)) return undefined;
  const files = one.files.filter((file) => isAt(file.path, match));
  if (asksForFile(guard) && files.length === 0) return undefined;
  const hits = [
    findTexts(files, match),
    match.commands === undefined ? {} : nameCommand(one.action, match),
    match.counts === undefined ? {} : findCountHit(files, match.counts, one.action),
    match.doubtful === undefined ? {} : findDoubt(one.action, match),
    match.field === undefined ? {} : findField(one.files, match),
    uses === undefined ? {} : findJudge(uses)({ ...one, files }),
  ];
  if (hits.some((hit) => hit === undefined)) return undefined;
  return Object.assign({}, ...hits) as Hit;
}

function findJudge(name: string): (one: Case) => Hit | undefined {
  const judge = Object.hasOwn(JUDGES, name) ? JUDGES[name] : undefined;
  if (!judge) throw new Error(`there is no judge called ${name}`);
  return judge;
}

function isInScope({ stage, match }: CompiledGuard, action: GuardedAction): boolean {
  const { role = 'main', dialect = 'agentforge' } = action;
  return (
    isTime(stage, action.stage ?? 'pre') &&
    isAmong(action.tool, match.tool) &&
    isAmong(dialect, match.dialect) &&
    isAmong(role.toLowerCase(), match.role) &&
    !match.notRole?.includes(role.toLowerCase())
  );
}

/** What is refused beforehand is refused afterwards too: only then is it known what a command wrote. */
function isTime(stage: Stage, now: Stage): boolean {
  return stage === now || (stage === 'pre' && now === 'post');
}

/** What is not asked for holds. */
function isAmong<T>(one: T, asked: readonly T[] | undefined): boolean {
  return asked === undefined || asked.includes(one);
}

function isAt(path: string, { path: wanted, notPath }: CompiledMatch): boolean {
  return (
    (wanted === undefined || isNamedBy(path, wanted, 'any')) &&
    !(notPath !== undefined && isNamedBy(path, notPath, 'exact'))
  );
}

/** A judge also looks at what is no file. */
function asksForFile({ uses, match }: CompiledGuard): boolean {
  const { path, notPath, added, removed, content, counts } = match;
  const asked = [path, added, removed, content, counts, uses === undefined ? notPath : undefined];
  return asked.some((one) => one !== undefined);
}

/** One file must hold all that is said about texts; what a shell will write is looked at afterwards. */
function findTexts(files: readonly GuardedFile[], match: CompiledMatch): Hit | undefined {
  const { added, removed, content } = match;
  if (added === undefined && removed === undefined && content === undefined)
    return files[0] === undefined || match.path === undefined ? {} : { path: files[0].path };
  const file = files.find(
    (one) =>
      one.unknown !== true &&
      (added === undefined || countRise(one, added) > 0) &&
      (removed === undefined || countRise(one, removed) < 0) &&
      (content === undefined || (one.after !== null && hasMatch(one.after, content))),
  );
  return file && { path: file.path };
}

function countRise(file: GuardedFile, pattern: string): number {
  const { before, after } = findChangedLines(file.before ?? '', file.after ?? '');
  return countMatches(after, pattern) - countMatches(before, pattern);
}

function nameCommand(action: GuardedAction, { commands = [] }: CompiledMatch): Hit | undefined {
  const segment = findCommand(action, commands);
  return segment && { command: segment.text };
}

function findDoubt({ shell }: GuardedAction, { doubtful = [] }: CompiledMatch): Hit | undefined {
  const doubt = shell?.doubts.find(({ kind }) => doubtful.includes(kind));
  return doubt && { command: shell?.command ?? '', why: doubt.reason };
}

function findField(files: readonly GuardedFile[], { field }: CompiledMatch): Hit | undefined {
  if (!field) return {};
  for (const file of files) {
    const hit = isNamedBy(file.path, field.file, 'any') ? findFieldHit(file, field) : undefined;
    if (hit) return hit;
  }
  return undefined;
}
