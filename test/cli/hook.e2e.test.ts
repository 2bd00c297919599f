// The built hook as a process: one file that answers by exit code, and says so when it cannot.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { makeProject } from '../support/temp-project.js';

const HOOK = fileURLToPath(new URL('../../dist/hook.cjs', import.meta.url));

function runHook(args: readonly string[], input: string | Buffer, cwd: string) {
  const env = { PATH: process.env['PATH'], HOME: cwd };
  const { status, stdout, stderr } = spawnSync(process.execPath, [HOOK, ...args], {
    cwd,
    env,
    input,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

function call(cwd: string, command: string): string {
  return JSON.stringify({
    session_id: 's',
    cwd,
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command },
  });
}

test('it blocks and lets pass, also what only the parser understands', () => {
  const project = makeProject({ 'a.txt': '' }, { git: true });
  const claude = ['--dialect', 'claude', '--project', project];
  expect(runHook(claude, call(project, 'git push --force'), project)).toMatchObject({
    status: 2,
    stdout: '',
  });
  expect(runHook(claude, call(project, 'ls'), project)).toEqual({ status: 0, stdout: '', stderr: '' });
  expect(runHook(claude, call(project, 'echo "$(git push -f)"'), project)).toMatchObject({
    status: 2,
    stdout: '',
  });
});

test('what cannot be a call is refused: nothing, half a call, bytes that are no text, an unknown dialect', () => {
  const project = makeProject({ 'a.txt': '' });
  const claude = ['--dialect', 'claude'];
  for (const input of ['', '{"hook_event_name":', Buffer.from([0xff, 0xfe, 0x00])]) {
    const { status, stdout, stderr } = runHook(claude, input, project);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain('`agentforge uninstall claude` removes it');
  }
  expect(runHook(['--dialect', 'vi'], call(project, 'ls'), project)).toMatchObject({ status: 2, stdout: '' });
  expect(runHook([], call(project, 'ls'), project)).toMatchObject({ status: 2, stdout: '' });
});

test('more than ten megabytes are refused', () => {
  const project = makeProject({ 'a.txt': '' });
  const { status, stderr } = runHook(['--dialect', 'claude'], call(project, 'x'.repeat(11_000_000)), project);
  expect(status).toBe(2);
  expect(stderr).toContain('larger than 10 MB');
});

test('a call that never arrives is refused before the CLI gives up on the hook', () => {
  const project = makeProject({ 'a.txt': '' });
  const command = `sleep 8 | "${process.execPath}" "${HOOK}" --dialect claude; echo "exit $?"`;
  const { stdout, stderr } = spawnSync('sh', ['-c', command], { cwd: project, encoding: 'utf8' });
  expect(stdout).toBe('exit 2\n');
  expect(stderr).toContain('did not arrive within 5 seconds');
});

describe('the file', () => {
  test('loads nothing but a few modules of node before it knows what it needs', () => {
    const text = readFileSync(HOOK, 'utf8');
    const required = new Set([...text.matchAll(/require\(\W([^)]*?)\W\)/g)].map(([, name]) => name));
    expect([...required].sort()).toEqual(['node:fs', 'node:path', 'node:url']);
    expect(path.basename(HOOK)).toBe('hook.cjs');
  });
});
