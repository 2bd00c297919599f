// How a test command is made to record which lines it executes, and how that is read.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { RunCommand } from '../../../check/index.js';
import { packageFile } from '../../../platform/index.js';
import type { Coverage } from './coverage.js';
import { readIstanbul } from './read-istanbul.js';
import { readTracer } from './read-tracer.js';
import { readV8 } from './read-v8.js';

/** Records under the same conditions in every folder, so that a test cannot tell a try from the real run by them. */
export interface Recording {
  readonly run: RunCommand;
  /** `root` is the folder the tests ran in; only the `wanted` files are looked at. */
  read(root: string, wanted: ReadonlySet<string>): Coverage;
  dispose(): void;
}

export function recordCoverage(run: RunCommand, command: readonly string[], project: string): Recording {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'agentforge-coverage-'));
  const manner = chooseManner(command, project);
  return {
    run: (asked) =>
      run({
        ...asked,
        argv: [...manner.argv(asked.argv, folder)],
        environment: { ...asked.environment, ...manner.environment(folder) },
        writable: [...(asked.writable ?? []), folder],
      }),
    read: (root, wanted) => manner.read(folder, root, wanted),
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  };
}

interface Manner {
  readonly argv: (argv: readonly string[], folder: string) => readonly string[];
  readonly environment: (folder: string) => Readonly<Record<string, string>>;
  readonly read: (folder: string, root: string, wanted: ReadonlySet<string>) => Coverage;
}

const asItIs = (argv: readonly string[]): readonly string[] => argv;
const nothing = (): Record<string, string> => ({});

const V8: Manner = {
  argv: asItIs,
  environment: (folder) => ({ NODE_V8_COVERAGE: folder }),
  read: readV8,
};

const JEST: Manner = {
  argv: (argv, folder) =>
    addOptions(argv, ['--coverage', '--coverageReporters=json', `--coverageDirectory=${folder}`]),
  environment: nothing,
  read: readIstanbul,
};

const VITEST: Manner = {
  argv: (argv, folder) =>
    addOptions(argv, [
      '--coverage.enabled=true',
      '--coverage.reporter=json',
      '--coverage.reportOnFailure=true',
      `--coverage.reportsDirectory=${folder}`,
    ]),
  environment: nothing,
  read: readIstanbul,
};

const PYTHON: Manner = {
  argv: asItIs,
  environment: (folder) => ({ PYTHONPATH: packageFile('data/prove/python'), AGENTFORGE_LINES: folder }),
  read: readTracer,
};

function chooseManner(command: readonly string[], project: string): Manner {
  const programs = new Set(command.map(nameProgram));
  if (programs.has('jest')) return JEST;
  if (programs.has('vitest')) return chooseVitest(project);
  if (programs.has('pytest') || [...programs].some((name) => /^python[\d.]*$/.test(name))) return PYTHON;
  const [first = ''] = programs;
  if (programs.has('node') || NODE_RUNNERS.some((name) => programs.has(name))) return V8;
  return leaveUnknown(`Which lines the tests execute cannot be recorded for \`${first}\`.`);
}

const NODE_RUNNERS = ['mocha', 'tap', 'tape', 'ava', 'uvu', 'tsx', 'npm', 'npx', 'yarn', 'pnpm'];

function chooseVitest(project: string): Manner {
  const isThere = ['coverage-v8', 'coverage-istanbul'].some((name) =>
    existsSync(path.join(project, 'node_modules/@vitest', name)),
  );
  return isThere
    ? VITEST
    : leaveUnknown(
        'Which lines the tests execute is not known: vitest records it only where @vitest/coverage-v8 is installed.',
      );
}

function leaveUnknown(why: string): Manner {
  return { argv: asItIs, environment: nothing, read: () => ({ unknown: why }) };
}

/** Before a double dash; what says the opposite is taken out. */
function addOptions(argv: readonly string[], added: readonly string[]): string[] {
  const kept = argv.filter((word) => !/^--coverage(?:\.enabled)?=false$/.test(word));
  const at = kept.indexOf('--');
  return at === -1 ? [...kept, ...added] : [...kept.slice(0, at), ...added, ...kept.slice(at)];
}

/** `node_modules/vitest/vitest.mjs`, `node_modules/.bin/vitest` and `vitest` are the same program. */
function nameProgram(word: string): string {
  const inPackage = /(?:^|\/)node_modules\/(?!\.bin\/)((?:@[^/]+\/)?[^/]+)\//.exec(word)?.[1];
  return inPackage ?? path.basename(word).replace(/\.(?:[cm]?js|cmd)$/, '');
}
