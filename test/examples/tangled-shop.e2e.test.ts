import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { detectRunnerIn, runChecks, runTests } from '../../src/check/index.js';
import { listProjectFiles } from '../../src/code/index.js';
import { parseYaml, runCommand } from '../../src/platform/index.js';
import { CheckFile, ProjectConfig, type TestVerdict } from '../../src/schema/index.js';
import { makeProject } from '../support/temp-project.js';

const SHOP = path.resolve('examples/tangled-shop');
const readShop = (file: string): string => readFileSync(path.join(SHOP, file), 'utf8');

/** A copy elsewhere has of all packages only TypeScript, as one that is made by the demo. */
function copyShop(): string {
  const root = makeProject({});
  cpSync(SHOP, root, { recursive: true, filter: (file) => path.basename(file) !== 'node_modules' });
  mkdirSync(path.join(root, 'node_modules'));
  symlinkSync(path.resolve('node_modules/typescript'), path.join(root, 'node_modules/typescript'));
  return root;
}

async function testShop(root: string): Promise<TestVerdict> {
  const config = parseYaml(readShop('.agentforge/config.yaml'), ProjectConfig, 'config.yaml', 'bad_config');
  if (!config.tests) throw new Error('The shop has no test command.');
  const { verdict } = await runTests(config.tests, {
    root,
    run: ({ argv, timeoutMs }) => runCommand({ argv, cwd: root, timeoutMs, maxOutputBytes: 500_000 }),
  });
  return verdict;
}

describe('the tangled shop', () => {
  let root: string;
  beforeAll(() => {
    root = copyShop();
  });

  it('is strictly typed', () => {
    const tsc = path.resolve('node_modules/typescript/bin/tsc');
    expect(execFileSync('node', [tsc, '--noEmit', '--strict', '-p', SHOP], { encoding: 'utf8' })).toBe('');
  });

  it('has a suite that passes in a copy, with the command that would be detected as well', async () => {
    expect(await testShop(root)).toMatchObject({ passing: true, failed: 0, total: 68 });
    expect(detectRunnerIn(root)).toMatchObject({ runner: 'node:test' });
  });

  it('has violations of eight kinds; four kinds bring the replacement along', async () => {
    const { checks } = parseYaml(
      readShop('.agentforge/checks/shop.yaml'),
      CheckFile,
      'shop.yaml',
      'bad_config',
    );
    const run = async (): Promise<never> => {
      throw new Error('no check of the shop is a command');
    };
    const files = listProjectFiles(root);
    const outcome = await runChecks({ root, definitions: checks, files, run, trusted: false });
    expect([outcome.failedToRun, outcome.skipped]).toEqual([[], []]);
    const counts = checks.map(({ id }) => [
      id,
      outcome.violations.filter(({ check }) => check === id).length,
    ]);
    expect(Object.fromEntries(counts)).toEqual({
      complexity: 8,
      'cognitive-complexity': 9,
      'function-length': 3,
      nesting: 4,
      'debugger-statement': 1,
      'console-log': 1,
      'focused-test': 1,
      'loose-equality': 2,
    });
    expect(outcome.violations.filter(({ fix }) => fix)).toHaveLength(5);
    expect(outcome.violations.every(({ test }) => test?.startsWith('test/'))).toBe(true);
  });

  it('has one loose comparison that can be made strict, and one that cannot', async () => {
    const makeStrict = (file: string): void => {
      const text = readShop(file);
      expect(text.match(/[^=!]==[^=]/g)).toHaveLength(1);
      writeFileSync(path.join(root, file), text.replace(/([^=!])==([^=])/, '$1===$2'));
    };
    makeStrict('src/order.ts');
    expect(await testShop(root)).toMatchObject({ passing: true });
    makeStrict('src/stock.ts');
    const verdict = await testShop(root);
    expect(verdict.passing).toBe(false);
    expect(verdict.failing.map(({ test }) => test)).toContain(
      'reserving keeps harvests apart; a line without one takes what has none',
    );
  });
});
