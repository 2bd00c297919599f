// Before a command: what the workspace holds. After it: whether what really changed was allowed, and how to take it back.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isControlPath } from '../../platform/index.js';
import type {
  Guard,
  GuardedAction,
  GuardedFile,
  GuardView,
  Objection,
  ShellReading,
  Verdict,
} from '../contract.js';
import { evaluate } from '../evaluate.js';
import type { HookCall, ToolCall } from './call.js';
import { onlyLooks } from './harmless-command.js';
import { hashText } from './hash-text.js';
import type { JudgedCall } from './judge-call.js';
import type { SessionLog } from './session-log.js';
import type { findChanges, Snapshot, takeSnapshot, WorkspaceChange } from './snapshot.js';
import { prepareFolder } from './spool.js';

export interface Snapshots {
  readonly takeSnapshot: typeof takeSnapshot;
  readonly findChanges: typeof findChanges;
}

/** What is kept between the calls before and after a tool. */
interface KeptCall {
  readonly snapshot: Snapshot;
  /** Guards that had a person asked before. */
  readonly asked: readonly string[];
  readonly mayCommit: boolean;
  readonly mayVerify: boolean;
}

/** Whether what it does can only be seen afterwards. */
export function needsPostCheck(tool: ToolCall, { action, verdict }: JudgedCall): boolean {
  if (verdict.decision === 'deny' || !tool.mutates || tool.kind === 'agent') return false;
  if (action.shell) return !onlyLooks(action.shell);
  return (
    action.files.some(({ unknown }) => unknown === true) || (tool.kind === 'mcp' && action.files.length === 0)
  );
}

export function nameCall({ id, name, input }: ToolCall): string {
  return id ?? `${name} ${JSON.stringify(input)}`;
}

export async function keepSnapshot(
  root: string,
  {
    judged,
    log,
    call,
    load,
  }: { judged: JudgedCall; log: SessionLog; call: string; load: () => Promise<Snapshots> },
): Promise<void> {
  const file = log.fileFor(call);
  const { shell } = judged.action;
  const kept: KeptCall = {
    snapshot: await (await load()).takeSnapshot(root),
    asked: judged.objections.filter(({ decision }) => decision !== 'deny').map(({ guard }) => guard),
    mayCommit: !goesElsewhere(shell),
    mayVerify: shell?.segments.some(isOurs) ?? false,
  };
  prepareFolder(path.dirname(file));
  writeFileSync(file, JSON.stringify(kept), { mode: 0o600 });
}

const LEAVING = new Set([
  'checkout',
  'switch',
  'pull',
  'merge',
  'rebase',
  'reset',
  'cherry-pick',
  'am',
  'revert',
  'bisect',
]);

function goesElsewhere(shell: ShellReading | undefined): boolean {
  return (
    shell?.segments.some(
      ({ program, args }) => program === 'git' && args.some((word) => LEAVING.has(word ?? '')),
    ) ?? false
  );
}

function isOurs({ program, args }: ShellReading['segments'][number]): boolean {
  return (
    program === 'agentforge' ||
    args.some((word) => /(?:^|\/)agentforge(?:@|$)|dist\/bin\/main\.js$/.test(word ?? ''))
  );
}

export interface PostResult {
  readonly verdict: Verdict;
  readonly changed: readonly string[];
  /** Path → hash of what stands there now. */
  readonly caught: readonly {
    readonly path: string;
    readonly hash: string | null;
    readonly reason: string;
  }[];
}

export interface PostTools {
  readonly root: string;
  readonly log: SessionLog;
  readonly guards: readonly Guard[];
  readonly view: GuardView;
  readonly load: () => Promise<Snapshots>;
}

export async function checkAfter(
  call: HookCall & { readonly tool: ToolCall },
  tools: PostTools,
): Promise<PostResult> {
  const file = tools.log.fileFor(nameCall(call.tool));
  if (!existsSync(file)) return { verdict: { decision: 'allow' }, changed: [], caught: [] };
  const kept = JSON.parse(readFileSync(file, 'utf8')) as KeptCall;
  rmSync(file, { force: true });
  const changes = uniquePaths(await (await tools.load()).findChanges(tools.root, kept.snapshot, kept));
  const action = toAction(call, changes);
  const { objections } = evaluate(action, tools.view, tools.guards);
  const open = objections.filter(({ decision, guard }) => decision !== 'warn' && !kept.asked.includes(guard));
  const [worst] = open;
  const changed = changes.map((change) => change.path).filter((one) => !isControlPath(one));
  if (!worst) return { verdict: { decision: 'allow' }, changed, caught: [] };
  const guilty = changes.filter((change) => isGuilty(change, { call, tools, asked: kept.asked }));
  const caught = await Promise.all(
    guilty.map(async ({ path: name, after }) => ({
      path: name,
      hash: typeof after === 'string' ? await hashText(after) : null,
      reason: worst.reason,
    })),
  );
  return { verdict: tellBack(worst, guilty, { root: tools.root, file }), changed, caught };
}

function uniquePaths(changes: readonly WorkspaceChange[]): WorkspaceChange[] {
  return [...new Map(changes.map((change) => [change.path, change])).values()];
}

function toAction(
  { tool, dialect, role }: HookCall & { tool: ToolCall },
  changes: readonly WorkspaceChange[],
): GuardedAction {
  return {
    tool: tool.kind === 'shell' ? 'shell' : 'write',
    name: tool.name,
    files: changes.map(toFile),
    dialect,
    stage: 'post',
    ...(role === undefined ? {} : { role }),
  };
}

function toFile({ path: file, before, after }: WorkspaceChange): GuardedFile {
  return before === undefined || after === undefined
    ? { path: file, before: before ?? null, after: null, unknown: true }
    : { path: file, before, after };
}

interface Judging {
  readonly call: HookCall & { readonly tool: ToolCall };
  readonly tools: PostTools;
  readonly asked: readonly string[];
}

/** By itself, so that only what was wrong is taken back. */
function isGuilty(change: WorkspaceChange, { call, tools, asked }: Judging): boolean {
  const { objections } = evaluate(toAction(call, [change]), tools.view, tools.guards);
  return objections.some(({ decision, guard }) => decision !== 'warn' && !asked.includes(guard));
}

function tellBack(
  worst: Objection,
  guilty: readonly WorkspaceChange[],
  { root, file }: { root: string; file: string },
): Objection {
  const ways = guilty.slice(0, 5).map((change) => restoreLine(change, { root, file }));
  return {
    decision: 'deny',
    guard: worst.guard,
    reason: `the command has already changed what it may not: ${worst.reason}`,
    hint: `Take it back now: ${ways.join('; ') || worst.hint}`,
  };
}

function restoreLine(change: WorkspaceChange, { root, file }: { root: string; file: string }): string {
  const who = isControlPath(change.path) ? 'ask a person to restore it with ' : '';
  const name = quote(change.path);
  if (change.isCommitted) return `${who}\`git checkout -- ${name}\``;
  if (change.before === null) return `${who}\`rm ${name}\``;
  if (change.before === undefined) return `ask a person to look at ${name}, of which there is no copy`;
  const copy = `${file.replace(/\.call\.json$/, '')}-${path.basename(change.path)}.kept`;
  writeFileSync(copy, change.before, { mode: 0o600 });
  return `${who}\`cp ${quote(path.relative(root, copy))} ${name}\``;
}

function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
