// Plans a bubblewrap sandbox: the workspace is writable, its control files and the rest of the machine are not.
import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { AgentForgeError } from '../schema/index.js';
import { findControlPaths } from './control-files.js';
import { findGitFolder } from './git-folder.js';
import { findLinkedModules } from './linked-modules.js';
import { packageFile } from './package-file.js';

export interface SandboxPlan {
  /** Words put before a command's own. */
  readonly prefix: readonly string[];
  /** A private home folder that exists only inside. */
  readonly home: string;
}

export interface SandboxOptions {
  readonly mode: 'require' | 'prefer' | 'off';
  readonly root: string;
  readonly writable?: readonly string[];
  /** Bound as they are; needed for what lies under `/tmp`, which is private inside. */
  readonly readOnly?: readonly string[];
  readonly network: boolean;
  /** What the search for bubblewrap found; looked for once per process when not given. */
  readonly bubblewrap?: Bubblewrap;
}

export type Bubblewrap = { readonly path: string } | { readonly missing: string };

/** Plan once per command: the control files to protect are the ones that exist at that moment. */
export function planSandbox(options: SandboxOptions): { plan: SandboxPlan | undefined; warning?: string } {
  if (options.mode === 'off') return { plan: undefined, warning: `The sandbox is off: ${WEAKER_GUARANTEE}` };
  const found = options.bubblewrap ?? findBubblewrap();
  if ('path' in found)
    return { plan: { prefix: [found.path, ...toArguments(options), '--'], home: PRIVATE_HOME } };
  if (options.mode === 'prefer')
    return { plan: undefined, warning: `${found.missing} Without a sandbox ${WEAKER_GUARANTEE}` };
  throw new AgentForgeError(
    'sandbox_missing',
    `${found.missing} Install it (for example \`apt install bubblewrap\`) or set the sandbox mode to \`prefer\`.`,
  );
}

const WEAKER_GUARANTEE =
  'commands run with your rights, and a change to control files is found afterwards instead of being prevented.';
const PRIVATE_HOME = '/tmp/home';

let cached: Bubblewrap | undefined;

/** Fixed places only: a PATH entry may lie inside the workspace, where an agent could plant its own. */
export function findBubblewrap(): Bubblewrap {
  const places = ['/usr/bin', '/bin', '/usr/local/bin', '/run/wrappers/bin', '/run/current-system/sw/bin'];
  cached ??= probeBubblewrap(places.map((folder) => path.join(folder, 'bwrap')));
  return cached;
}

export function probeBubblewrap(candidates: readonly string[]): Bubblewrap {
  if (process.platform !== 'linux')
    return { missing: 'The sandbox needs bubblewrap, which exists on Linux only.' };
  const program = candidates.find((candidate) => existsSync(candidate));
  if (program === undefined) return { missing: 'The sandbox needs bubblewrap, which is not installed.' };
  const trial = spawnSync(program, [...machineArguments(), ...isolationArguments(false), '--', '/bin/true'], {
    env: {},
    timeout: 10_000,
    encoding: 'utf8',
  });
  if (trial.status === 0) return { path: program };
  const reason = (trial.stderr || trial.error?.message || 'no message').trim().split('\n')[0];
  return { missing: `The sandbox needs bubblewrap, which does not work here (${reason}).` };
}

/** Later mounts cover earlier ones, so the order is the policy: what must win comes last. */
function toArguments(options: SandboxOptions): string[] {
  const root = realpathSync(options.root);
  const readOnly = [...(options.readOnly ?? []), ...findGitFolders(root)];
  return [
    ...machineArguments(),
    ...findOwnFolders(root).flatMap((folder) => ['--ro-bind', folder, folder]),
    ...['--bind', root, root],
    ...findHidden().flatMap(hide),
    ...existing(options.writable ?? []).flatMap((folder) => ['--bind', folder, folder]),
    ...existing(readOnly).flatMap((folder) => ['--ro-bind', folder, folder]),
    ...findProtected([root, ...existing(options.writable ?? [])]).flatMap((file) => [
      '--ro-bind',
      file,
      file,
    ]),
    ...isolationArguments(options.network),
  ];
}

function machineArguments(): string[] {
  return [
    '--ro-bind',
    '/',
    '/',
    '--dev',
    '/dev',
    '--proc',
    '/proc',
    '--tmpfs',
    '/tmp',
    '--dir',
    PRIVATE_HOME,
  ];
}

function isolationArguments(network: boolean): string[] {
  // Root keeps what it needs to write files of other owners, and loses what would let it undo the mounts.
  const asRoot = [
    '--cap-drop',
    'ALL',
    '--cap-add',
    'CAP_DAC_OVERRIDE',
    '--cap-add',
    'CAP_CHOWN',
    '--cap-add',
    'CAP_FOWNER',
  ];
  return [
    ...(process.getuid?.() === 0 ? asRoot : []),
    ...['--unshare-pid', '--unshare-ipc', '--unshare-uts', ...(network ? [] : ['--unshare-net'])],
    ...['--die-with-parent', '--new-session'],
  ];
}

/** What commands of ours and of the project need although it lies under `/tmp`; the workspace may be inside of it. */
function findOwnFolders(root: string): string[] {
  const own = realpathSync(packageFile('.'));
  return [...(own.startsWith('/tmp/') ? [own] : []), ...findLinkedModules(root)];
}

function findGitFolders(root: string): string[] {
  const folder = findGitFolder(root);
  return folder ? [folder.own, folder.common] : [];
}

/** A symbolic link cannot be mounted over; where it leads is protected instead, and the manifest notices a replaced link. */
function findProtected(roots: readonly string[]): string[] {
  return roots
    .filter((root) => statSync(root).isDirectory())
    .flatMap((root) => existing(findControlPaths(root).paths.map((relative) => path.join(root, relative))));
}

const HOME_SECRETS = [
  '.ssh',
  '.aws',
  '.azure',
  '.claude.json',
  '.claude/.credentials.json',
  '.codex/auth.json',
  '.config/agentforge',
  '.config/gcloud',
  '.config/gh',
  '.config/glab-cli',
  '.config/op',
  '.cargo/credentials',
  '.cargo/credentials.toml',
  '.docker',
  '.gemini',
  '.git-credentials',
  '.config/git/credentials',
  '.gnupg',
  '.kube',
  '.local/share/keyrings',
  '.mozilla',
  '.netrc',
  '.npmrc',
  '.password-store',
  '.pgpass',
  '.pypirc',
  '.terraform.d',
  '.vault-token',
  '.yarnrc.yml',
];

/** Sockets of services that would act for the command outside; a read-only mount does not stop a connection. */
const MACHINE_SECRETS = [
  '/run/docker.sock',
  '/run/containerd',
  '/run/podman',
  '/run/user',
  '/run/dbus',
  '/run/secrets',
];

function findHidden(): string[] {
  return existing([...HOME_SECRETS.map((name) => path.join(homedir(), name)), ...MACHINE_SECRETS]);
}

function hide(target: string): string[] {
  return statSync(target).isDirectory() ? ['--tmpfs', target] : ['--ro-bind', '/dev/null', target];
}

/** The real paths of those that exist, each once. */
function existing(targets: readonly string[]): string[] {
  return [...new Set(targets.filter((target) => existsSync(target)).map((target) => realpathSync(target)))];
}
