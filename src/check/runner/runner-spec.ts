// Turns a recognised call of a JavaScript runner into a command that needs neither a shell nor npx.
import path from 'node:path';
import { parseJson } from '../../platform/index.js';
import { TestsSpec } from '../../schema/index.js';
import { sortArguments } from './arguments.js';
import type { RunnerQuestion } from './detected-runner.js';
import type { Invocation } from './invocation.js';
import { readManifest, type PackageManifest } from './manifest.js';
import { toWords } from './script-steps.js';
import type { ScriptWord } from './script-words.js';
import { MANNERS, packageOf, type ReportDemand } from './script-runners.js';
import { spreadUvu } from './uvu-files.js';

export type BuiltSpec =
  | { readonly spec: TestsSpec; readonly runner: string; readonly demand: ReportDemand }
  /** Something is missing that a person must bring. */
  | { readonly none: string }
  /** It can be run only as it stands. */
  | { readonly unclear: string };

export function toSpec(question: RunnerQuestion, called: Invocation): BuiltSpec {
  const invocation = clarify(question, called);
  if (!invocation)
    return {
      unclear:
        called.runner === 'uvu' ? 'it cannot be told which files uvu runs' : 'it runs a script of its own',
    };
  const name = packageOf(invocation);
  const installed = name === undefined ? undefined : findPackage(question, name);
  if (name !== undefined && !installed)
    return { none: `The tests need ${name}, which is not installed; run \`npm install\` first.` };
  const demand = MANNERS[invocation.runner].report(installed?.manifest.version ?? []);
  const runner = invocation.runner === 'node script' ? 'tap' : invocation.runner;
  return { runner, demand, spec: toCommands(question, invocation, demand, installed?.program) };
}

/** Whether it is known what it runs and what it prints. */
export function isClear(question: RunnerQuestion, called: Invocation): boolean {
  return clarify(question, called) !== undefined;
}

function clarify(question: RunnerQuestion, called: Invocation): Invocation | undefined {
  if (called.runner === 'uvu') return spreadUvu(question, called);
  return called.runner === 'node script' ? lookIntoScript(question, called) : called;
}

function toCommands(
  question: RunnerQuestion,
  invocation: Invocation,
  demand: ReportDemand,
  program: string | undefined,
): TestsSpec {
  const { runner, environment } = invocation;
  const manner = MANNERS[runner];
  const words = runner === 'vitest' ? withoutVerb(invocation.arguments) : invocation.arguments;
  const { options, files } = sortArguments(words, manner);
  const begin = [
    ...(environment.length > 0 ? ['env', ...environment] : []),
    ...['node', ...startOf(invocation, program), ...(manner.first ?? []), ...options, ...demand.words],
  ];
  const runsAll = runner === 'node script' || hasOwnSpecs(question, invocation);
  return TestsSpec.parse({
    command: [...begin, ...manner.expand(files, question.files)],
    report: demand.report,
    affected: runsAll ? false : [...begin, ...manner.only],
  });
}

/** Options of node come before the program; those of the test run itself may be replaced by ours. */
function startOf({ runner, nodeOptions }: Invocation, program: string | undefined): string[] {
  const { options } = sortArguments(toWords(nodeOptions), MANNERS['node:test']);
  if (program === undefined) return runner === 'node script' ? [...nodeOptions] : [...options];
  // tsx hands on the options it gets; to any other program they would mean something else.
  return runner === 'node:test' || runner === 'node script'
    ? [program, ...options]
    : [...nodeOptions, program];
}

const VITEST_VERBS = new Set(['run', 'watch', 'dev']);

function withoutVerb(words: readonly ScriptWord[]): readonly ScriptWord[] {
  return VITEST_VERBS.has(words[0]?.text ?? '') ? words.slice(1) : words;
}

/** `node test.js`: what it loads says what it prints. */
function lookIntoScript({ read }: RunnerQuestion, invocation: Invocation): Invocation | undefined {
  const script = invocation.arguments[0]?.text;
  if (script === undefined) return undefined;
  const candidates = [script, `${script}.js`, path.posix.join(script, 'index.js')].map((file) =>
    path.posix.normalize(file),
  );
  const text = candidates.map((file) => read(file)).find((content) => content !== undefined) ?? '';
  const loads = (name: string): boolean =>
    new RegExp(`(?:require\\(|from\\s*|import\\s*)['"]${name}['"]`).test(text.slice(0, 20_000));
  if (loads('node:test'))
    return { ...invocation, runner: 'node:test', nodeOptions: [...invocation.nodeOptions, '--test'] };
  return loads('tape') || loads('tap') ? invocation : undefined;
}

const MOCHA_FILES = [
  '.mocharc.js',
  '.mocharc.cjs',
  '.mocharc.mjs',
  '.mocharc.yaml',
  '.mocharc.yml',
  '.mocharc.json',
  '.mocharc.jsonc',
  'test/mocha.opts',
];

/** mocha adds the files it is given to the ones in its settings, so it cannot be told to run only some. */
function hasOwnSpecs({ read }: RunnerQuestion, { runner }: Invocation): boolean {
  if (runner !== 'mocha') return false;
  const inManifest = readManifest(parseJson(read('package.json')))?.mocha;
  const settings = [...MOCHA_FILES.map((file) => read(file) ?? ''), JSON.stringify(inManifest ?? '')];
  return settings.some((text) => /\bspec\b|^[\w./*-]+\/[\w.*-]+$/m.test(text));
}

interface Installed {
  readonly program: string;
  readonly manifest: PackageManifest;
}

/** As far up as a workspace of a monorepo usually lies below the packages it shares. */
const FOLDERS = ['', '../', '../../', '../../../'];

function findPackage({ read }: RunnerQuestion, name: string): Installed | undefined {
  for (const folder of FOLDERS) {
    const home = `${folder}node_modules/${name}`;
    const manifest = readManifest(parseJson(read(`${home}/package.json`)));
    const bin = typeof manifest?.bin === 'string' ? manifest.bin : manifest?.bin?.[name];
    if (manifest && bin !== undefined) return { manifest, program: path.posix.join(home, bin) };
  }
  return undefined;
}
