// What differs from the base in the working tree: committed, staged, unstaged or untracked, but not ignored.
import path from 'node:path';
import { createTestFilter } from '../../code/index.js';
import { runGit } from '../../platform/index.js';
import { AgentForgeError } from '../../schema/index.js';

export type Role = 'test' | 'support' | 'source' | 'docs' | 'other';

export interface ChangedPath {
  /** Relative to the project. */
  readonly path: string;
  readonly role: Role;
  readonly isDeleted: boolean;
  /** Numbers of the lines that are new or different; of source files only. */
  readonly lines: readonly number[];
}

export async function findChange(
  root: string,
  base: string,
  files: readonly string[],
): Promise<ChangedPath[]> {
  const compared = await ask(root, ['diff', '--name-status', '--no-renames', '--relative', '-z', base, '--']);
  const untracked = splitNames(await ask(root, ['ls-files', '--others', '--exclude-standard', '-z']));
  const statuses = [...pairUp(splitNames(compared)), ...untracked.map((name) => ['A', name] as const)];
  const roleOf = createRoles([...files, ...statuses.map(([, name]) => name)]);
  const changed: ChangedPath[] = [];
  for (const [status, name] of statuses.filter(([, one]) => !one.startsWith('.agentforge/'))) {
    const [role, isDeleted] = [roleOf(name), status === 'D'];
    const lines = role === 'source' && !isDeleted ? await findLines(root, base, name) : [];
    changed.push({ path: name, role, isDeleted, lines });
  }
  return changed;
}

async function ask(root: string, args: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await runGit(root, args);
  if (exitCode === 0) return stdout;
  throw new AgentForgeError('command_failed', `git ${args[0] ?? ''} failed in ${root}: ${stderr}`);
}

function splitNames(text: string): string[] {
  return text.split('\0').filter((name) => name !== '');
}

function pairUp(words: readonly string[]): (readonly [status: string, name: string])[] {
  return words.flatMap((word, index) => (index % 2 === 0 ? [[word, words[index + 1] ?? ''] as const] : []));
}

/** An untracked file is not in the index, which `--no-index` does not ask for; against nothing, all of it is new. */
async function findLines(root: string, base: string, name: string): Promise<number[]> {
  const known = await runGit(root, ['cat-file', '-e', `${base}:./${name}`]);
  const sides = known.exitCode === 0 ? [base, '--'] : ['--no-index', '--', '/dev/null'];
  const { stdout } = await runGit(root, ['diff', '-U0', '--no-color', '--text', ...sides, name]);
  return [...stdout.matchAll(/^@@ -\S+ \+(\d+)(?:,(\d+))? @@/gm)].flatMap(([, start, count = '1']) =>
    Array.from({ length: Number(count) }, (_, index) => Number(start) + index),
  );
}

const SOURCE =
  /\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|kts|scala|rb|php|cs|swift|c|cc|cpp|h|hpp|ex|exs|vue|svelte)$/;
const TYPES_ONLY = /\.d\.[cm]?ts$/;
const DOCS =
  /\.(?:md|mdx|markdown|rst|adoc|txt|png|jpe?g|gif|svg|webp|pdf)$|(?:^|\/)(?:LICEN[CS]E|NOTICE|AUTHORS|CODEOWNERS)$/i;
const TEST_FOLDER =
  /(?:^|\/)(?:tests?|specs?|e2e|__tests__|__mocks__|__snapshots__|__fixtures__|fixtures?|testdata)\//;
const TEST_HELP =
  /(?:^|\/)(?:conftest\.py|(?:test|jest|vitest|mocha)[-_.](?:setup|helpers?|utils?)\.[^/]+)$|\.snap$/;

function createRoles(files: readonly string[]): (name: string) => Role {
  const isTest = createTestFilter([...new Set(files)]);
  return (name) => {
    if (isTest(name)) return 'test';
    if (TEST_FOLDER.test(name) || TEST_HELP.test(name)) return 'support';
    if (SOURCE.test(name) && !TYPES_ONLY.test(name) && !isSettings(name)) return 'source';
    return DOCS.test(name) ? 'docs' : 'other';
  };
}

/** Settings of tools are code that no test runs. */
function isSettings(name: string): boolean {
  return /^\.|\.config\.[cm]?[jt]s$|rc\.[cm]?js$/.test(path.posix.basename(name));
}
