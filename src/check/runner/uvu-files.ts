// uvu has no report to ask for, but each of its files is a program of its own, which node's test runner can run and judge.
import { sortArguments } from './arguments.js';
import type { RunnerQuestion } from './detected-runner.js';
import type { Invocation } from './invocation.js';
import { toWords } from './script-steps.js';

const OPTIONS = {
  withValue: new Set(['-r', '--require', '-i', '--ignore', '-C', '--cwd']),
  dropped: new Set(['-b', '--bail', '-c', '--color', '-q', '--quiet']),
};
/** As uvu looks for them where it is told a folder, and where it is told nothing. */
const IN_FOLDER = String.raw`\w+\.([mc]js|[jt]sx?)$`;
const ANYWHERE = String.raw`((\/|^)(tests?|__tests?__)\/.*|\.(tests?|spec)|^\/?tests?)\.([mc]js|[jt]sx?)$`;

/** The same tests for `node --test`; undefined when it cannot be told which they are. */
export function spreadUvu({ files }: RunnerQuestion, invocation: Invocation): Invocation | undefined {
  const sorted = sortArguments(invocation.arguments, OPTIONS);
  const [folder, pattern] = sorted.files.map(({ text }) => text.replace(/^\.\/|\/$/g, ''));
  const { required, ignored, isClear } = readOptions(sorted.options);
  const wanted = toPattern(pattern ?? (folder === undefined ? ANYWHERE : IN_FOLDER));
  const unwanted = ignored.map(toPattern);
  if (!isClear || !wanted || unwanted.includes(undefined)) return undefined;
  const start = folder === undefined || folder === '.' ? '' : `${folder}/`;
  const found = files.filter((file) => {
    const name = file.slice(start.length);
    return file.startsWith(start) && wanted.test(name) && !unwanted.some((one) => one?.test(name));
  });
  if (found.length === 0) return undefined;
  const nodeOptions = ['--test', ...required.flatMap((name) => ['-r', name])];
  const { environment } = invocation;
  return { runner: 'node:test', nodeOptions, environment, arguments: toWords(found.sort()) };
}

function readOptions(options: readonly string[]): {
  required: string[];
  ignored: string[];
  isClear: boolean;
} {
  const valuesOf = (...names: string[]): string[] =>
    options.filter((_, index) => names.includes(options[index - 1] ?? ''));
  const [required, ignored] = [valuesOf('-r', '--require'), valuesOf('-i', '--ignore')];
  return { required, ignored, isClear: options.length === 2 * (required.length + ignored.length) };
}

function toPattern(text: string): RegExp | undefined {
  try {
    return new RegExp(text, 'i');
  } catch {
    return undefined;
  }
}
