// Which files of the working tree a git subcommand writes: the ones it names, or any of them (null).
import type { ShellWrite } from '../contract.js';
import type { Call } from './call.js';
import type { Field } from './field.js';
import type { Options } from './options.js';
import { splitOptions } from './options.js';

type Verb = (call: Call, options: Options) => void;

const VALUED = [
  ...[
    'b',
    'B',
    'm',
    'U',
    's',
    'X',
    'o',
    'S',
    'F',
    'C',
    'n',
    'output',
    'output-directory',
    'source',
    'message',
  ],
  ...[
    'directory',
    'exclude',
    'strategy',
    'strategy-option',
    'orphan',
    'pathspec-from-file',
    'prefix',
    'format',
  ],
];
const PATH_LIKE = /^\.|\.\w+$|\/$/;
const KNOWN = ['hard', 'keep', 'merge', 'soft', 'mixed', 'cached', 'staged', 'worktree', 'dry-run', 'force'];

const TABLE: Readonly<Record<string, Verb>> = {
  checkout: writeCheckout,
  restore: writeRestore,
  rm: (call, options) => writeNamed(call, options.flags.has('cached') ? [] : options.rest, 'delete'),
  mv: writeMove,
  clean: (call, { flags }) => (flags.has('n') || flags.has('dry-run') ? undefined : writeAny(call, 'delete')),
  reset: (call, { flags }) =>
    hasAny(flags, ['hard', 'keep', 'merge']) ? writeAny(call, 'write') : undefined,
  stash: writeStash,
  apply: writeApply,
  am: (call) => doubtAny(call, 'am'),
  switch: (call) => writeAny(call, 'write'),
  merge: (call) => writeAny(call, 'write'),
  rebase: (call) => writeAny(call, 'write'),
  pull: (call) => writeAny(call, 'write'),
  revert: (call) => writeAny(call, 'write'),
  'cherry-pick': (call) => writeAny(call, 'write'),
  'checkout-index': (call) => writeAny(call, 'write'),
  'read-tree': (call, { flags }) => (flags.has('u') ? writeAny(call, 'write') : undefined),
  'filter-branch': (call) => writeAny(call, 'write'),
  clone: (call, { rest }) => writeClone(call, rest),
  init: (call, { rest }) => writeNamed(call, rest.slice(0, 1), 'write'),
  worktree: (call, { rest }) => writeWorktree(call, rest),
  'update-index': () => undefined,
  archive: writeOutput,
  diff: writeOutput,
  log: writeOutput,
  show: writeOutput,
  'format-patch': writeOutput,
  bundle: (call, { rest }) => writeNamed(call, rest[0]?.value === 'create' ? rest.slice(1, 2) : [], 'write'),
};

export function readWorktree(call: Call, verb: string): void {
  if (!Object.hasOwn(TABLE, verb)) return;
  TABLE[verb]?.(call, splitOptions(call.args, { valued: VALUED, known: KNOWN }));
}

/** Words behind `--` are paths; before it the first is a branch or commit, unless it can only be a path. */
function writeCheckout(call: Call, options: Options): void {
  const cut = call.args.findIndex(({ value }) => value === '--');
  if (cut !== -1) writeNamed(call, call.args.slice(cut + 1), 'write');
  else if (!hasAny(options.flags, ['b', 'B', 'orphan'])) writeChosen(call, options.rest);
  else if (options.rest.length > 0) writeAny(call, 'write');
}

function writeChosen(call: Call, rest: readonly Field[]): void {
  const [first, ...others] = rest;
  const name = first?.value ?? '@';
  if (PATH_LIKE.test(name)) writeNamed(call, rest, 'write');
  else if (others.length === 0) writeAny(call, 'write');
  // Of several words the first may be a commit or a path.
  else writeNamed(call, /[~^@:]/.test(name) ? others : rest, 'write');
}

function writeRestore(call: Call, { flags, rest }: Options): void {
  const onlyIndex = hasAny(flags, ['staged', 'S']) && !hasAny(flags, ['worktree', 'W']);
  if (!onlyIndex) writeNamed(call, rest, 'write');
}

function writeMove(call: Call, { rest }: Options): void {
  writeNamed(call, rest.slice(0, -1), 'move');
  writeNamed(call, rest.slice(-1), 'write');
}

function writeStash(call: Call, { rest }: Options): void {
  if (!['list', 'show', 'create', 'drop', 'clear'].includes(rest[0]?.value ?? '')) writeAny(call, 'write');
}

function writeApply(call: Call, { flags }: Options): void {
  const isHarmless = hasAny(flags, ['check', 'stat', 'numstat', 'summary', 'cached']) && !flags.has('apply');
  if (!isHarmless) doubtAny(call, 'apply');
}

function writeClone(call: Call, [url, directory]: readonly Field[]): void {
  if (directory !== undefined) return writeNamed(call, [directory], 'write');
  const name = /([^/:]+?)(\.git)?\/?$/.exec(url?.value ?? '')?.[1];
  if (name === undefined) writeAny(call, 'write');
  else writeNamed(call, [{ value: name, head: name, raw: name }], 'write');
}

function writeWorktree(call: Call, [verb, ...paths]: readonly Field[]): void {
  if (verb?.value === 'add') writeNamed(call, paths.slice(0, 1), 'write');
  if (verb?.value === 'remove') writeNamed(call, paths, 'delete');
  if (verb?.value !== 'move') return;
  writeNamed(call, paths.slice(0, 1), 'move');
  writeNamed(call, paths.slice(1), 'write');
}

function writeOutput(call: Call, { values }: Options): void {
  const names = call.args.some(({ head }) => /^-o|^--output/.test(head))
    ? ['o', 'output', 'output-directory']
    : [];
  writeNamed(
    call,
    names.flatMap((name) => values.get(name) ?? []),
    'write',
  );
}

function writeNamed({ reader, state }: Call, fields: readonly Field[], how: ShellWrite['how']): void {
  for (const field of fields) reader.findings.addWrite(state, field, how, 'git');
}

/** Tracked files at large: which ones depends on the repository. */
function writeAny({ reader }: Call, how: ShellWrite['how']): void {
  reader.findings.addPath(null, how, 'git');
}

function doubtAny(call: Call, verb: string): void {
  call.reader.findings.addDoubt('dynamic-target', `Which files git ${verb} writes is said by a patch.`);
  writeAny(call, 'write');
}

function hasAny(flags: ReadonlySet<string>, names: readonly string[]): boolean {
  return names.some((name) => flags.has(name));
}
