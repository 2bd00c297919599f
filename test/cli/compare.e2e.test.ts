// `compare` as a person or a program runs it, on scripts.
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Comparison } from '../../src/app/index.js';
import { parseLines, runCli } from '../support/run-cli.js';
import { makeProject } from '../support/temp-project.js';

test('prints both ways of a task side by side, and leaves nothing behind', async () => {
  const TMPDIR = makeProject({});
  const { exitCode, stdout, stderr } = await runCli(
    ['compare', '--model', 'script:clumsy.yaml', '--only', 'weather-cache'],
    { cwd: makeProject({}), env: { TMPDIR } },
  );
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^TASK +CONTEXTS +SOLVED +STEPS +TOKENS IN +FRESH +CACHED +UNITS +MONEY +TIME$/m);
  expect(stdout).toMatch(/^weather-cache +bounded +yes +\d+ .*\n +accumulating +yes +\d+ /m);
  expect(stdout).toMatch(/^sum +bounded +yes /m);
  expect(stderr).toContain('weather-cache, bounded: solved in');
  expect(stderr).toContain('reports no caching');
  expect(readdirSync(TMPDIR).filter((name) => name.startsWith('agentforge-compare-'))).toEqual([]);
}, 120_000);

test('prints one JSON line', async () => {
  const result = await runCli(
    ['compare', '--model', 'script:solution.yaml', '--only', 'league-table', '--json'],
    { cwd: makeProject({}) },
  );
  expect(result.exitCode).toBe(0);
  const [comparison, ...more] = parseLines<Comparison & { model: string }>(result);
  expect(more).toEqual([]);
  expect(comparison).toMatchObject({
    model: 'script:solution.yaml',
    tasks: [{ task: 'league-table', bounded: { solved: 1 }, accumulating: { solved: 1 } }],
    sum: { bounded: { tasks: 1, costUsd: 0 }, accumulating: { tasks: 1 } },
  });
}, 120_000);

test('Ctrl-C stops it and prints what is there', async () => {
  const TMPDIR = makeProject({});
  const result = await runCli(['compare', '--model', 'script:solution.yaml', '--json'], {
    cwd: makeProject({}),
    env: { TMPDIR },
    onStarted: (child) =>
      child.stderr?.on('data', (chunk: Buffer) => {
        if (chunk.toString().includes('solved in')) child.kill('SIGINT');
      }),
  });
  expect(result.exitCode).toBe(0);
  const [comparison] = parseLines<Comparison>(result);
  expect(comparison?.tasks.length).toBeGreaterThanOrEqual(1);
  expect(comparison?.tasks.length).toBeLessThan(10);
  expect(readdirSync(TMPDIR).filter((name) => name.startsWith('agentforge-compare-'))).toEqual([]);
}, 120_000);

test('says what is missing when it cannot run', async () => {
  const cwd = makeProject({});
  const unnamed = await runCli(['compare'], { cwd });
  expect(unnamed).toMatchObject({ exitCode: 2, stdout: '' });
  expect(unnamed.stderr).toContain('Name the model');
  const unknown = await runCli(['compare', '--model', 'script:solution.yaml', '--only', 'nothing'], { cwd });
  expect(unknown.exitCode).toBe(2);
  expect(unknown.stderr).toContain('There is no task nothing; there are billing-dates,');
}, 120_000);
