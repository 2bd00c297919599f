import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { findClis } from '../../../src/model/cli/find-clis.js';
import { installFakes, type FakeClis } from '../../support/fake-clis/install-fakes.js';

let fakes: FakeClis | undefined;
afterEach(() => fakes?.remove());

function replaceProgram(name: string, script: string): void {
  const program = path.join(fakes?.folder ?? '', 'bin', name);
  writeFileSync(program, `#!/bin/sh\n${script}\n`);
  chmodSync(program, 0o755);
}

test('finds the CLIs that are installed, and their versions', async () => {
  fakes = installFakes();
  const bin = path.join(fakes.folder, 'bin');
  expect(await findClis(fakes.environment)).toEqual([
    { name: 'claude', path: `${bin}/claude`, version: '2.1.197' },
    { name: 'codex', path: `${bin}/codex`, version: '0.166.0' },
    { name: 'gemini', path: `${bin}/gemini`, version: '0.61.0' },
  ]);
  expect(fakes.calls()).toEqual([]);
});

test('says what to install where one is missing', async () => {
  fakes = installFakes(['codex']);
  const environment = { ...fakes.environment, PATH: `${fakes.folder}/bin` };
  expect(await findClis({ ...environment, PATH: `${fakes.folder}/bin:relative` })).toMatchObject([
    {
      name: 'claude',
      problem: 'claude is not installed; install it with `npm install -g @anthropic-ai/claude-code@latest`.',
    },
    { name: 'codex', version: '0.166.0' },
    {
      name: 'gemini',
      problem: 'gemini is not installed; install it with `npm install -g @google/gemini-cli@latest`.',
    },
  ]);
});

test('does not wait for one that hangs, and does not take one that fails for one that works', async () => {
  fakes = installFakes();
  replaceProgram('claude', 'sleep 1000 & sleep 1000');
  replaceProgram('gemini', 'echo 9.9.9; exit 3');
  const [claude, codex, gemini] = await findClis(fakes.environment);
  expect(claude?.problem).toBe('claude did not say its version within 5 seconds.');
  expect(claude?.version).toBeUndefined();
  expect(codex?.version).toBe('0.166.0');
  expect(gemini?.version).toBeUndefined();
  expect(gemini?.problem).toContain('@google/gemini-cli');
});
