import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import {
  isSameProcess,
  ownIdentity,
  processIdentity,
  readProcessEntry,
} from '../../src/platform/process-identity.js';

test('a process is itself, and keeps its identity', () => {
  expect(ownIdentity()).toEqual(processIdentity(process.pid));
  expect(ownIdentity()).toBe(ownIdentity());
  expect(isSameProcess(ownIdentity())).toBe(true);
});

test('the same number with another start time or boot is another process', () => {
  expect(isSameProcess({ ...ownIdentity(), startTime: '0' })).toBe(false);
  expect(isSameProcess({ ...ownIdentity(), bootId: 'other' })).toBe(false);
});

test.each([0, -1, 1.5, Number.NaN, 2 ** 30])('there is no process %s', (pid) => {
  expect(processIdentity(pid)).toBeUndefined();
});

test('a program name with brackets and spaces does not confuse the start time', async () => {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'identity-test-')));
  const program = path.join(folder, 'a) S 1 (b');
  copyFileSync('/bin/sleep', program);
  const child = spawn(program, ['60'], { stdio: 'ignore' });
  await once(child, 'spawn');
  const entry = readProcessEntry(child.pid ?? 0);
  const sibling = spawn('sleep', ['60'], { stdio: 'ignore' });
  await once(sibling, 'spawn');
  expect(entry?.isZombie).toBe(false);
  if (process.platform === 'linux') {
    expect(
      Math.abs(Number(entry?.startTime) - Number(readProcessEntry(sibling.pid ?? 0)?.startTime)),
    ).toBeLessThan(1_000);
  }
  child.kill('SIGKILL');
  sibling.kill('SIGKILL');
  await Promise.all([once(child, 'exit'), once(sibling, 'exit')]);
  rmSync(folder, { recursive: true, force: true });
});

test('a zombie counts as dead though its number is still taken', async () => {
  // The parent never waits for its child, so the child stays a zombie until the parent ends.
  const parent = spawn('/bin/sh', ['-c', 'sleep 0.05 & echo $!; exec sleep 60'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = (await once(parent.stdout, 'data')) as [Buffer];
  const pid = Number(line.toString());
  const identity = processIdentity(pid);
  while (readProcessEntry(pid)?.isZombie === false) await sleep(10);
  expect(readProcessEntry(pid)?.isZombie).toBe(true);
  expect(processIdentity(pid)).toBeUndefined();
  expect(identity === undefined || !isSameProcess(identity)).toBe(true);
  parent.kill('SIGKILL');
  await once(parent, 'exit');
});
