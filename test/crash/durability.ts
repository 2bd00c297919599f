// What a power cut may leave of a list of operations. Content is there once its file was synced, a name once its folder was;
// of everything else each piece may be lost or kept, alone, in any combination, the last write even in part.
import { mkdirSync, writeFileSync, chmodSync } from 'node:fs';
import path from 'node:path';
import { currentBootId } from '../../src/platform/process-identity.js';
import type { Operation } from './recording-disk.js';

type NodeId = number;
const ROOT: NodeId = 0;

type Change =
  | {
      readonly kind: 'names';
      readonly folder: NodeId;
      readonly names: readonly (readonly [string, NodeId | null])[];
    }
  | { readonly kind: 'write'; readonly file: NodeId; readonly offset: number; readonly data: Buffer }
  | { readonly kind: 'truncate'; readonly file: NodeId; readonly size: number };

/** One thing that is either on disk or not. */
export interface Effect {
  readonly operation: number;
  readonly change: Change;
  readonly what: string;
  /** Its place among all effects. */
  readonly order: number;
  /** Index of the sync that made it durable. */
  syncedAt: number;
}

export interface History {
  readonly operations: readonly Operation[];
  readonly effects: readonly Effect[];
  readonly folders: ReadonlySet<NodeId>;
}

const BEFORE = -1;

/** Says of a sync whether it is to be taken as not done. */
export type Ignore = (operation: Operation, index: number, operations: readonly Operation[]) => boolean;

/** Follows the operations once, to learn what each of them did to which file or folder and what made it durable. */
export function traceHistory(
  start: Readonly<Record<string, string>>,
  operations: readonly Operation[],
  ignore: Ignore = () => false,
): History {
  const live = createLive();
  const effects: Effect[] = [];
  for (const one of startOperations(start)) {
    for (const change of live.apply(one))
      effects.push({ operation: BEFORE, change, what: 'before', order: effects.length, syncedAt: BEFORE });
  }
  for (const [operation, one] of operations.entries()) {
    if (one.kind === 'sync' || one.kind === 'syncDirectory') {
      if (ignore(one, operation, operations)) continue;
      const node = live.find(one.path);
      const { kind } = one;
      const covered = effects.filter(({ change }) => isCovered(change, kind, node));
      for (const effect of covered) effect.syncedAt = Math.min(effect.syncedAt, operation);
      continue;
    }
    const what = `${one.kind} ${one.path}${'to' in one ? ` → ${one.to}` : ''}`;
    for (const change of live.apply(one))
      effects.push({ operation, change, what, order: effects.length, syncedAt: Infinity });
  }
  return { operations, effects, folders: live.folders };
}

type Mutation = Exclude<Operation, { kind: 'sync' | 'syncDirectory' }>;

function startOperations(start: Readonly<Record<string, string>>): Mutation[] {
  const folders = new Set(
    Object.keys(start).flatMap((file) =>
      file
        .split('/')
        .slice(0, -1)
        .map((_, index, parts) => parts.slice(0, index + 1).join('/')),
    ),
  );
  const made = [...folders].sort().map((folder): Mutation => ({ kind: 'makeDirectory', path: folder }));
  return [
    ...made,
    ...Object.entries(start).map(([file, text]): Mutation => ({
      kind: 'create',
      path: file,
      data: Buffer.from(text),
      mode: undefined,
    })),
  ];
}

function isCovered(change: Change, kind: 'sync' | 'syncDirectory', node: NodeId): boolean {
  if (change.kind === 'names') return kind === 'syncDirectory' && change.folder === node;
  return kind === 'sync' && change.file === node;
}

interface Live {
  readonly folders: ReadonlySet<NodeId>;
  find(file: string): NodeId;
  apply(operation: Mutation): Change[];
}

function createLive(): Live {
  const folders = new Set<NodeId>([ROOT]);
  const names = new Map<NodeId, Map<string, NodeId>>([[ROOT, new Map()]]);
  const sizes = new Map<NodeId, number>();
  let next = ROOT + 1;
  const addFolder = (): NodeId => {
    folders.add(next);
    names.set(next, new Map());
    return next++;
  };
  const lookUp = (file: string): NodeId | undefined =>
    file === ''
      ? ROOT
      : file
          .split('/')
          .reduce<NodeId | undefined>(
            (id, name) => (id === undefined ? undefined : names.get(id)?.get(name)),
            ROOT,
          );
  const find = (file: string): NodeId => lookUp(file) ?? fail(`${file} is not there`);
  const name = (changes: readonly (readonly [string, NodeId | null])[]): Change => {
    const folder = find(folderOf(changes[0]?.[0] ?? ''));
    const change = {
      kind: 'names' as const,
      folder,
      names: changes.map(([file, id]) => [path.basename(file), id] as const),
    };
    applyNames(names, change);
    return change;
  };
  return {
    folders,
    find,
    apply(one) {
      switch (one.kind) {
        case 'makeDirectory':
          return [name([[one.path, addFolder()]])];
        case 'create': {
          const file = next++;
          sizes.set(file, one.data.length);
          return [name([[one.path, file]]), { kind: 'write', file, offset: 0, data: one.data }];
        }
        case 'append': {
          const file = find(one.path);
          const offset = sizes.get(file) ?? 0;
          sizes.set(file, offset + one.data.length);
          return [{ kind: 'write', file, offset, data: one.data }];
        }
        case 'truncate':
          sizes.set(find(one.path), one.size);
          return [{ kind: 'truncate', file: find(one.path), size: one.size }];
        case 'rename':
          return [
            name([
              [one.path, null],
              [one.to, find(one.path)],
            ]),
          ];
        case 'link':
          return [name([[one.to, find(one.path)]])];
        default:
          return lookUp(one.path) === undefined ? [] : [name([[one.path, null]])];
      }
    },
  };
}

function folderOf(file: string): string {
  const folder = path.dirname(file);
  return folder === '.' ? '' : folder;
}

function fail(message: string): never {
  throw new Error(message);
}

/** What is certainly there after operation `length - 1`, and what may be. */
export function cutAt({ effects }: History, length: number): { durable: Effect[]; loose: Effect[] } {
  const done = effects.filter(({ operation }) => operation < length);
  return {
    durable: done.filter(({ syncedAt }) => syncedAt < length),
    loose: done.filter(({ syncedAt }) => syncedAt >= length),
  };
}

/** One way in which the power cut may turn out. */
export interface CrashState {
  readonly name: string;
  readonly effects: readonly Effect[];
}

export function* crashStates(
  history: History,
  length: number,
  options: { singles: number },
): Generator<CrashState> {
  const { durable, loose } = cutAt(history, length);
  const where = `after operation ${length} (${describeOperation(history.operations[length - 1])})`;
  const state = (name: string, kept: readonly Effect[]): CrashState => ({
    name: `${where}: ${name}`,
    effects: inOrder([...durable, ...kept]),
  });
  yield state('nothing unsynced is kept', []);
  if (loose.length === 0) return;
  yield state('everything unsynced is kept', loose);
  for (const torn of tearLast(loose)) yield state(torn.name, torn.kept);
  for (const single of loose.slice(-options.singles)) {
    yield state(
      `all but "${single.what}"`,
      loose.filter((one) => one !== single),
    );
    yield state(`only "${single.what}"`, [single]);
  }
}

export function inOrder(effects: readonly Effect[]): Effect[] {
  return [...effects].sort((a, b) => a.order - b.order);
}

const PAGE_BYTES = 4_096;

/** The last write cut after a byte, in the middle, before its last byte, and with its first page never written. */
function tearLast(loose: readonly Effect[]): { name: string; kept: Effect[] }[] {
  const last = loose.findLast(({ change }) => change.kind === 'write' && change.data.length > 1);
  if (last?.change.kind !== 'write') return [];
  const { data } = last.change;
  const hole = Buffer.from(data).fill(0, 0, Math.min(PAGE_BYTES, Math.ceil(data.length / 2)));
  const versions: [string, Buffer][] = [1, Math.floor(data.length / 2), data.length - 1].map((bytes) => [
    `"${last.what}" cut to ${bytes} bytes`,
    data.subarray(0, bytes),
  ]);
  versions.push([`"${last.what}" with a page of zeros`, hole]);
  return versions.map(([name, part]) => {
    const effect: Effect = {
      ...last,
      change: { ...(last.change as Extract<Change, { kind: 'write' }>), data: part },
    };
    return { name, kept: loose.map((one) => (one === last ? effect : one)) };
  });
}

export function describeOperation(operation: Operation | undefined): string {
  return operation === undefined ? 'nothing' : `${operation.kind} ${operation.path}`;
}

/** Files by path, folders ending in a slash. */
export type Tree = ReadonlyMap<string, Buffer | undefined>;

export function buildTree({ folders }: History, effects: readonly Effect[]): Tree {
  const tree = new Map<string, Buffer | undefined>();
  const names = new Map<NodeId, Map<string, NodeId>>();
  const contents = new Map<NodeId, Buffer>();
  for (const { change } of effects) {
    if (change.kind === 'names') applyNames(names, change);
    else contents.set(change.file, applyContent(contents.get(change.file) ?? Buffer.alloc(0), change));
  }
  const walk = (folder: NodeId, prefix: string): void => {
    for (const [name, id] of names.get(folder) ?? []) {
      const isFolder = folders.has(id);
      tree.set(
        `${prefix}${name}${isFolder ? '/' : ''}`,
        isFolder ? undefined : (contents.get(id) ?? Buffer.alloc(0)),
      );
      if (isFolder) walk(id, `${prefix}${name}/`);
    }
  };
  walk(ROOT, '');
  return tree;
}

function applyNames(
  names: Map<NodeId, Map<string, NodeId>>,
  { folder, names: changes }: Extract<Change, { kind: 'names' }>,
): void {
  const here = names.get(folder) ?? new Map<string, NodeId>();
  names.set(folder, here);
  for (const [name, id] of changes) {
    if (id === null) here.delete(name);
    else here.set(name, id);
  }
}

function applyContent(content: Buffer, change: Exclude<Change, { kind: 'names' }>): Buffer {
  if (change.kind === 'truncate')
    return Buffer.concat([content, Buffer.alloc(Math.max(0, change.size - content.length))]).subarray(
      0,
      change.size,
    );
  const end = change.offset + change.data.length;
  const grown = Buffer.concat([content, Buffer.alloc(Math.max(0, end - content.length))]);
  change.data.copy(grown, change.offset);
  return grown;
}

/** Writes a tree as it would be found after the machine has started again: leases name another boot. */
export function materialise(tree: Tree, root: string): void {
  for (const [file, content] of tree) {
    const absolute = path.join(root, file);
    if (content === undefined) mkdirSync(absolute, { recursive: true });
    else {
      mkdirSync(path.dirname(absolute), { recursive: true });
      writeFileSync(
        absolute,
        isLease(file) ? content.toString('latin1').replace(currentBootId(), 'an earlier boot') : content,
        { encoding: 'latin1' },
      );
      chmodSync(absolute, 0o644);
    }
  }
}

function isLease(file: string): boolean {
  return path.basename(file).includes('lease');
}
