// Which files of a project npm and its kin rewrite.
import type { Call } from './call.js';
import type { Field } from './field.js';
import { literalField } from './field.js';
import { hasOption, splitOptions } from './options.js';

const LOCKS: Readonly<Record<string, string>> = {
  npm: 'package-lock.json',
  pnpm: 'pnpm-lock.yaml',
  yarn: 'yarn.lock',
  bun: 'bun.lock',
};
const CHANGES_BOTH = new Set([
  'install',
  'i',
  'add',
  'remove',
  'rm',
  'uninstall',
  'un',
  'update',
  'up',
  'upgrade',
]);
const CHANGES_MANIFEST = new Set(['version', 'init', 'create']);

export function readPackageManager(call: Call): void {
  const lock = Object.hasOwn(LOCKS, call.program) ? LOCKS[call.program] : undefined;
  if (lock === undefined) return;
  const options = splitOptions(call.args, {
    valued: ['prefix', 'workspace', 'w', 'C', 'dir'],
    known: ['global'],
  });
  const [verb = '', second = ''] = options.rest.map(toText);
  if (hasOption(options, 'g global')) return;
  const isBoth = CHANGES_BOTH.has(verb);
  if ((isBoth && second !== '') || changesManifest(verb, second)) write(call, 'package.json');
  if (isBoth) write(call, lock);
}

function toText({ value }: Field): string {
  return value ?? '?';
}

function changesManifest(verb: string, second: string): boolean {
  return CHANGES_MANIFEST.has(verb) || (verb === 'pkg' && (second === 'set' || second === 'delete'));
}

function write({ reader, state, program }: Call, file: string): void {
  reader.findings.addWrite(state, literalField(file), 'write', program);
}
