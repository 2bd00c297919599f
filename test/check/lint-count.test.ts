import { describe, expect, it } from 'vitest';
import { countLint, findLinter, findLintLimits } from '../../src/check/index.js';
import { makeProject } from '../support/temp-project.js';
import { createRun, linkModule } from './conformance/check-project.js';

const manifest = (more: Record<string, unknown>): string => JSON.stringify({ name: 'tidy', ...more });
const RESULTS =
  "files.map((file) => ({ filePath: require('path').join(cwd, file), messages: [{ ruleId: 'semi' }, { ruleId: 'semi' }].map((one) => ({ ...one, severity: 2, message: 'Extra semicolon.' })) }))";

/** Style guides have changed how they are asked; each age of them has a package of its own here. */
const GUIDES: readonly (readonly [string, string, string])[] = [
  ['promises', 'standard', `exports.lintFiles = async (files, { cwd }) => ${RESULTS};`],
  [
    'calls back',
    'semistandard',
    `exports.lintFiles = (files, { cwd }, done) => { setTimeout(() => done(null, { results: ${RESULTS} })); };`,
  ],
  [
    'is a class',
    'xo',
    `module.exports = class { constructor({ cwd }) { this.cwd = cwd; } async lintFiles({ globs: files }) { const { cwd } = this; return { results: ${RESULTS} }; } };`,
  ],
];

describe('counting what the linter of a project says', () => {
  it.each(GUIDES)('asks a style guide that %s: %s', async (_, name, code) => {
    const root = makeProject({
      'package.json': manifest({ devDependencies: { [name]: '1' } }),
      [`node_modules/${name}/index.js`]: code,
      'a.js': 'go();\n',
    });
    expect(findLinter(root)).toEqual({ name, guide: name });
    const answer = await countLint(createRun(root), root, ['a.js']);
    expect(answer).toEqual({ counts: new Map([['a.js', { semi: 2 }]]) });
  });

  it('does not mind a comment that switches off a rule which has nothing to say any more', async () => {
    const root = makeProject({
      'package.json': manifest({}),
      'eslint.config.js': 'module.exports = [{ rules: { complexity: 1, semi: 1 } }];\n',
      'a.js': 'function go() { // eslint-disable-line complexity\n  return 1\n}\ngo();\n',
      'node_modules/README.md': '',
    });
    linkModule(root, 'eslint');
    const answer = await countLint(createRun(root), root, ['a.js']);
    expect(answer).toEqual({ counts: new Map([['a.js', { semi: 1 }]]) });
  });

  it('says so when ESLint is too old to be asked', async () => {
    const root = makeProject({
      'package.json': manifest({}),
      '.eslintrc.json': '{}',
      'node_modules/eslint/index.js': 'exports.CLIEngine = class {};',
      'a.js': 'go();\n',
    });
    expect(await countLint(createRun(root), root, ['a.js'])).toEqual({
      error: 'it is older than version 7, which is the first that can be asked; update ESLint',
    });
  });

  it('says so when the style guide is not installed, or fails', async () => {
    const files = { 'package.json': manifest({ devDependencies: { standard: '17' } }), 'a.js': 'go();\n' };
    const bare = makeProject(files);
    expect(await countLint(createRun(bare), bare, ['a.js'])).toEqual({
      error: 'standard is not installed in this project',
    });
    const code = "exports.lintFiles = (files, options, done) => { done(new Error('no rules')); };";
    const broken = makeProject({ ...files, 'node_modules/standard/index.js': code });
    expect(await countLint(createRun(broken), broken, ['a.js'])).toEqual({ error: 'no rules' });
  });
});

describe('what the linter of a project allows a function', () => {
  const limitsOf = async (rules: Record<string, unknown>): Promise<unknown> => {
    const root = makeProject({
      'package.json': manifest({}),
      'eslint.config.js': `module.exports = [{ files: ['a.js'], rules: ${JSON.stringify(rules)} }];\n`,
      'a.js': 'go();\n',
      'node_modules/README.md': '',
    });
    linkModule(root, 'eslint');
    return findLintLimits(createRun(root), root, 'a.js');
  };

  it('is read from its configuration for that file', async () => {
    expect(await limitsOf({ 'max-params': ['error', 3], complexity: [1, { max: 8 }] })).toEqual({
      parameters: 3,
      cyclomatic: 8,
    });
  });

  it('is nothing where the rules are off or have no number, or where there is no ESLint', async () => {
    expect(await limitsOf({ 'max-params': ['off', 3], semi: 'error' })).toEqual({});
    const bare = makeProject({ 'package.json': manifest({}), 'a.js': 'go();\n' });
    expect(await findLintLimits(createRun(bare), bare, 'a.js')).toEqual({});
    const missing = makeProject({ 'package.json': manifest({}), '.eslintrc.json': '{}', 'a.js': '' });
    expect(await findLintLimits(createRun(missing), missing, 'a.js')).toEqual({});
  });
});

describe('finding the linter of a project', () => {
  it('takes ESLint where it is configured, in a file or in package.json, even beside a style guide', () => {
    const devDependencies = { standard: '17' };
    const byFile = makeProject({ 'package.json': manifest({ devDependencies }), '.eslintrc.json': '{}' });
    expect(findLinter(byFile)).toEqual({ name: 'ESLint' });
    const inManifest = makeProject({ 'package.json': manifest({ eslintConfig: {} }) });
    expect(findLinter(inManifest)).toEqual({ name: 'ESLint' });
  });

  it('finds none where nothing is configured', () => {
    expect(findLinter(makeProject({ 'package.json': manifest({}) }))).toBeUndefined();
    expect(findLinter(makeProject({ 'package.json': '{', 'a.js': '' }))).toBeUndefined();
  });
});
