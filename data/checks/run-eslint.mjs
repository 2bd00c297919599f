// Asks a project's own ESLint about files, through its Node API; started by the eslint check as a process of its own.
// A style guide that brings its own rules (standard, xo …) is asked in its place where the project uses one.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [inputFile, answerFile] = process.argv.slice(2);
const { root, files, rules, guide, limitsOf } = JSON.parse(readFileSync(inputFile, 'utf8'));
const require = createRequire(path.join(root, 'package.json'));

try {
  answer(limitsOf ? { limits: await readLimits() } : { results: (await lint()).map(toResult) });
} catch (error) {
  const why = error instanceof Error ? error.message : String(error);
  answer({ error: why.split('\n').filter((line) => line.trim() !== '')[0] ?? 'ESLint failed' });
}

function answer(value) {
  writeFileSync(answerFile, JSON.stringify(value));
}

async function lint() {
  return guide ? askGuide() : (await createLinter()).lintFiles(files);
}

/** How much of something its rules allow a function in one file. */
async function readLimits() {
  const linter = await createLinter();
  const { rules: effective = {} } = (await linter.calculateConfigForFile(path.join(root, limitsOf))) ?? {};
  const parameters = [readMaximum(effective['max-params']), readMaximum(effective['@typescript-eslint/max-params'])];
  return {
    parameters: parameters.filter((most) => most !== undefined).sort((a, b) => a - b)[0],
    cyclomatic: readMaximum(effective.complexity),
  };
}

/** `[2, 4]`, `['error', { max: 4 }]`; off, or without a number, it limits nothing that we know. */
function readMaximum(rule) {
  const [severity = 0, option] = Array.isArray(rule) ? rule : [rule];
  if (severity === 0 || severity === 'off') return undefined;
  const most = typeof option === 'object' ? (option?.max ?? option?.maximum) : option;
  return typeof most === 'number' ? most : undefined;
}

/** They remember what they saw: here only for as long as the answer is on its way. */
async function askGuide() {
  process.env.XDG_CACHE_HOME = path.dirname(answerFile);
  const loaded = await import(pathToFileURL(resolveGuide()));
  const engine = loaded.default ?? loaded;
  const answered = await lintWith(engine);
  return answered.results ?? answered;
}

function resolveGuide() {
  try {
    return require.resolve(guide);
  } catch {
    throw new Error(`${guide} is not installed in this project`);
  }
}

/** A class to be made, a function that promises, or one that calls back: by age. */
function lintWith(engine) {
  if (engine.lintFiles === undefined) return new engine({ cwd: root }).lintFiles({ globs: files });
  return new Promise((resolve, reject) => {
    const done = (error, answered) => (error ? reject(error) : resolve(answered));
    Promise.resolve(engine.lintFiles(files, { cwd: root }, done)).then((answered) => {
      if (answered !== undefined) resolve(answered);
    }, reject);
  });
}

async function createLinter() {
  const eslint = loadEslint();
  const isFlat = usesFlatConfig(eslint);
  const Linter = eslint.loadESLint ? await eslint.loadESLint({ useFlatConfig: isFlat }) : eslint.ESLint;
  const common = { cwd: root, errorOnUnmatchedPattern: false };
  if (isFlat) return new Linter({ ...common, warnIgnored: false, ...(rules ? flatRules() : {}) });
  return new Linter({ ...common, ...(rules ? legacyRules() : {}) });
}

function loadEslint() {
  try {
    return require('eslint');
  } catch (error) {
    if (error.code !== 'MODULE_NOT_FOUND') throw error;
    throw new Error('ESLint is not installed in this project; add it to the devDependencies');
  }
}

/** Version 9 and later are flat unless only the old configuration is there; version 8 is flat where the new one is. */
function usesFlatConfig(eslint) {
  if (!eslint.ESLint) throw new Error('it is older than version 7, which is the first that can be asked; update ESLint');
  const major = Number(eslint.ESLint.version.split('.')[0]);
  if (major < 8 || (major === 8 && !eslint.loadESLint)) return false;
  const names = ['js', 'mjs', 'cjs', 'ts', 'mts', 'cts'].map((ending) => `eslint.config.${ending}`);
  if (names.some(isAbove)) return true;
  return major >= 9 && (rules !== undefined || major >= 10 || !hasLegacyConfig());
}

function hasLegacyConfig() {
  const names = ['', '.js', '.cjs', '.json', '.yaml', '.yml'].map((ending) => `.eslintrc${ending}`);
  return names.some(isAbove);
}

function isAbove(name) {
  for (let folder = root; ; folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, name))) return true;
    if (folder === path.dirname(folder)) return false;
  }
}

function flatRules() {
  const parser = findTypeScriptParser();
  const jsx = { parserOptions: { ecmaFeatures: { jsx: true } } };
  const config = [{ files: ['**/*.{js,mjs,cjs,jsx}'], languageOptions: jsx, rules }];
  if (parser) config.push({ files: ['**/*.{ts,mts,cts,tsx}'], languageOptions: { ...jsx, parser }, rules });
  return { overrideConfigFile: true, overrideConfig: config };
}

function legacyRules() {
  const parserOptions = { ecmaVersion: 'latest', sourceType: 'module', ecmaFeatures: { jsx: true } };
  const parser = findTypeScriptParser() && require.resolve('@typescript-eslint/parser');
  const typescript = parser ? [{ files: ['*.ts', '*.mts', '*.cts', '*.tsx'], parser }] : [];
  return { useEslintrc: false, overrideConfig: { parserOptions, rules, overrides: typescript } };
}

function findTypeScriptParser() {
  if (!files.some((file) => /\.([cm]?ts|tsx)$/.test(file))) return undefined;
  for (const name of ['@typescript-eslint/parser', 'typescript-eslint']) {
    try {
      const found = require(name);
      return found.parser ?? found;
    } catch (error) {
      if (error.code !== 'MODULE_NOT_FOUND') throw error;
    }
  }
  throw new Error('ESLint needs typescript-eslint to read TypeScript files; add it to the devDependencies');
}

function toResult({ filePath, messages }) {
  return {
    path: path.relative(root, filePath).split(path.sep).join('/'),
    messages: messages.map(({ ruleId, severity, message, line, endLine, fix, fatal }) => ({
      ruleId: ruleId ?? null,
      severity,
      message,
      line: line ?? null,
      endLine: endLine ?? null,
      fix: fix ?? null,
      fatal: fatal === true,
    })),
  };
}
