// Recognises the test runner behind a command, through the programs that only wrap it.
import path from 'node:path';
import { ASSIGNMENT, toWord, type ScriptWord } from './script-words.js';
import type { ScriptStep } from './script-steps.js';

export type ScriptRunner =
  'vitest' | 'jest' | 'mocha' | 'node:test' | 'tap' | 'tape' | 'ava' | 'uvu' | 'node script';

export interface Invocation {
  readonly runner: ScriptRunner;
  /** The package whose program it is; none for node itself. */
  readonly package?: string;
  readonly nodeOptions: readonly string[];
  readonly environment: readonly string[];
  readonly arguments: readonly ScriptWord[];
}

/** What a step is for: running tests, looking at the code without changing anything, or something tests may need. */
export type StepPurpose = { readonly test: Invocation } | 'inspection' | 'other';

export function classifyStep(step: ScriptStep): StepPurpose {
  const { words, environment } = unwrap(step.words, step.environment);
  const program = programOf(words[0]);
  if (step.pipedInto !== undefined && !isTapPrinter(step.pipedInto)) return 'other';
  const test = toInvocation(words, environment);
  if (test) return { test };
  return isInspection(program, words) ? 'inspection' : 'other';
}

/** They turn TAP into something nicer to look at. */
function isTapPrinter(program: string): boolean {
  return /^(?:tap-|faucet$|tnyan$|colortape$)/.test(programOf(toWord(program)));
}

const PACKAGES: Readonly<Record<string, ScriptRunner>> = {
  vitest: 'vitest',
  jest: 'jest',
  mocha: 'mocha',
  _mocha: 'mocha',
  'ts-mocha': 'mocha',
  tap: 'tap',
  tape: 'tape',
  ava: 'ava',
  uvu: 'uvu',
};

function toInvocation(words: readonly ScriptWord[], environment: readonly string[]): Invocation | undefined {
  const program = programOf(words[0]);
  const runner = PACKAGES[program];
  if (runner) {
    const name = program === '_mocha' ? 'mocha' : program;
    return { runner, package: name, nodeOptions: [], environment, arguments: words.slice(1) };
  }
  return program === 'node' || program === 'tsx' ? readNode(words, environment) : undefined;
}

export const NODE_VALUE_OPTIONS: ReadonlySet<string> = new Set([
  ...['-r', '--require', '--import', '--loader', '--experimental-loader', '-C', '--conditions'],
  ...['--test-reporter', '--test-reporter-destination', '--test-name-pattern', '--test-concurrency'],
]);

/** `node --test …`, `node options node_modules/runner/bin …`, or a script that runs its tests when it is loaded. */
function readNode(words: readonly ScriptWord[], environment: readonly string[]): Invocation | undefined {
  const count = countNodeOptions(words.slice(1)) + 1;
  const nodeOptions = words.slice(1, count).map(({ text }) => text);
  const rest = words.slice(count);
  const tool = programOf(words[0]) === 'tsx' ? { package: 'tsx' } : {};
  const common = { ...tool, environment, nodeOptions, arguments: rest };
  if (nodeOptions.includes('--test')) return { runner: 'node:test', ...common };
  if (!rest[0] || nodeOptions.some((option) => /^-(?:e|p|-eval|-print|-check)$/.test(option)))
    return undefined;
  const behind = rest[0].text.includes('node_modules') ? toInvocation(rest, environment) : undefined;
  return behind ? { ...behind, nodeOptions } : { runner: 'node script', ...common };
}

function countNodeOptions(words: readonly ScriptWord[]): number {
  let count = 0;
  while (words[count]?.text.startsWith('-'))
    count += NODE_VALUE_OPTIONS.has(words[count]?.text ?? '') ? 2 : 1;
  return count;
}

interface Unwrapped {
  readonly words: readonly ScriptWord[];
  readonly environment: readonly string[];
}

/** Takes coverage, environment and package programs off, until the command that does the work is left. */
function unwrap(words: readonly ScriptWord[], environment: readonly string[]): Unwrapped {
  const program = programOf(words[0]);
  if (program === 'cross-env' || program === 'env') {
    const start = words.findIndex(({ text }, index) => index > 0 && !ASSIGNMENT.test(text));
    const assignments = words.slice(1, start === -1 ? undefined : start).map(({ text }) => text);
    return unwrap(start === -1 ? [] : words.slice(start), [...environment, ...assignments]);
  }
  const inner = WRAPPERS[program]?.(words);
  return inner ? unwrap(inner, environment) : { words, environment };
}

const WRAPPERS: Readonly<Record<string, (words: readonly ScriptWord[]) => ScriptWord[] | undefined>> = {
  c8: skipToCommand,
  nyc: skipToCommand,
  npx: skipToCommand,
  yarn: skipToCommand,
  pnpm: skipToCommand,
  npm: (words) => (words[1]?.text === 'exec' || words[1]?.text === 'x' ? skipToCommand(words) : undefined),
  istanbul: skipToCommand,
};

/** Options of a wrapper may take values, so the first word that is a command we know begins the command. */
function skipToCommand(words: readonly ScriptWord[]): ScriptWord[] | undefined {
  const start = words.findIndex((word, index) => index > 0 && isKnownCommand(programOf(word)));
  if (start === -1) return undefined;
  const inner = words.slice(start);
  const isIstanbul = programOf(words[0]) === 'istanbul';
  // istanbul hands on only what follows a double dash; its own options may come before it.
  const border = isIstanbul ? inner.findIndex(({ text }) => text === '--') : -1;
  if (isIstanbul) return [...inner.slice(0, 1), ...(border === -1 ? [] : inner.slice(border + 1))];
  return inner.filter(({ text }, index) => index > 0 || text !== '--');
}

function isKnownCommand(program: string): boolean {
  return program in PACKAGES || program in WRAPPERS || /^(?:node|tsx|cross-env|env)$/.test(program);
}

const INSPECTORS = new Set([
  ...['eslint', 'standard', 'semistandard', 'xo', 'tslint', 'jshint', 'jscs', 'oxlint', 'biome', 'prettier'],
  ...[
    'tsd',
    'dtslint',
    'publint',
    'attw',
    'knip',
    'depcheck',
    'markdownlint',
    'cspell',
    'commitlint',
    'ls-lint',
  ],
  ...[
    'lockfile-lint',
    'check-dts',
    'size-limit',
    'echo',
    'aud',
    'editorconfig-checker',
    'evalmd',
    'dependency-check',
  ],
]);

/** It only looks at the code: the tests do not need it. */
function isInspection(program: string, words: readonly ScriptWord[]): boolean {
  const texts = words.map(({ text }) => text);
  if (program === 'tsc' || program === 'vue-tsc') return texts.includes('--noEmit');
  if (program === 'npm') return texts[1] === 'audit';
  return INSPECTORS.has(program);
}

/** `./node_modules/.bin/mocha`, `node_modules/mocha/bin/mocha.js` and `mocha` are the same program. */
function programOf(word: ScriptWord | undefined): string {
  const text = word?.text ?? '';
  const inPackage = /(?:^|\/)node_modules\/(?!\.bin\/)((?:@[^/]+\/)?[^/]+)\//.exec(text)?.[1];
  return inPackage ?? path.basename(text).replace(/\.(?:[cm]?js|cmd)$/, '');
}
