// Installing into real settings files, and the commands that were written, run by `sh -c` as the CLIs do.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { examineHooks } from '../../../src/app/install/doctor.js';
import { DECIDING_EVENTS } from '../../../src/app/install/hook-entries.js';
import { installHook, type InstallRequest } from '../../../src/app/install/install.js';
import { findOurCommands } from '../../../src/app/install/merge-hooks.js';
import type { Settings } from '../../../src/app/install/settings-text.js';
import { uninstallHook } from '../../../src/app/install/uninstall.js';
import { HOOK_DIALECTS, type HookDialect } from '../../../src/guard/hook/call.js';
import { makeProject } from '../../support/temp-project.js';

const FILES: Readonly<Record<HookDialect, string>> = {
  claude: '.claude/settings.local.json',
  codex: '.codex/hooks.json',
  gemini: '.gemini/settings.json',
  cursor: '.cursor/hooks.json',
};

function request(project: string, dialect: HookDialect, more: Partial<InstallRequest> = {}): InstallRequest {
  const environment = { HOME: path.join(project, '../home'), PATH: process.env['PATH'] };
  return { dialect, scope: 'project', profile: 'standard', project, environment, now: Date.now, ...more };
}

/** Written by somebody with tabs, who has hooks of their own. */
function foreignSettings(dialect: HookDialect): string {
  const own =
    dialect === 'cursor'
      ? { command: 'mine.sh' }
      : { matcher: 'X', hooks: [{ type: 'command', command: 'mine.sh' }] };
  return `${JSON.stringify({ zebra: 1, hooks: { [DECIDING_EVENTS[dialect]]: [own] }, apple: ['b', 'a'] }, null, '\t')}\n\n`;
}

function readCommand(file: string, dialect: HookDialect): string {
  const settings = JSON.parse(readFileSync(file, 'utf8')) as Settings;
  return findOurCommands(settings, DECIDING_EVENTS[dialect])[0] ?? '';
}

function runBySh(command: string, call: object, cwd: string) {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
    cwd,
    input: JSON.stringify(call),
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

const WRITE: Readonly<Record<HookDialect, object>> = {
  claude: {
    hook_event_name: 'PreToolUse',
    tool_name: 'Write',
    tool_input: { file_path: '.mcp.json', content: '' },
  },
  codex: { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'echo x > .mcp.json' } },
  gemini: {
    hook_event_name: 'BeforeTool',
    tool_name: 'write_file',
    tool_input: { file_path: '.mcp.json', content: '' },
  },
  cursor: { hook_event_name: 'beforeShellExecution', command: 'echo x > .mcp.json' },
};
const PASS: Readonly<Record<HookDialect, object>> = {
  claude: {
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'for f in *; do echo "$f"; done' },
  },
  codex: { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } },
  gemini: { hook_event_name: 'BeforeTool', tool_name: 'read_file', tool_input: { file_path: 'a' } },
  cursor: { hook_event_name: 'preToolUse', tool_name: 'Read', tool_input: { file_path: 'a' } },
};

describe.each(HOOK_DIALECTS)('%s', (dialect) => {
  test('the command read back from the file blocks and lets pass; uninstalling restores every byte', () => {
    const original = foreignSettings(dialect);
    const project = makeProject({ [FILES[dialect]]: original, 'a.txt': '' });
    const file = path.join(project, FILES[dialect]);
    chmodSync(file, 0o640);
    installHook(request(project, dialect));
    installHook(request(project, dialect));
    const text = readFileSync(file, 'utf8');
    expect(text.split('mine.sh').length).toBe(2);
    expect(text.startsWith('{\n\t"')).toBe(true);
    const command = readCommand(file, dialect);
    const blocked = runBySh(command, { session_id: 's', cwd: project, ...WRITE[dialect] }, project);
    expect([blocked.status, blocked.stdout]).toEqual([2, '']);
    expect(blocked.stderr).toContain('.mcp.json may not be written');
    expect(runBySh(command, { session_id: 's', cwd: project, ...PASS[dialect] }, project)).toEqual({
      status: 0,
      stdout: '',
      stderr: '',
    });
    expect(uninstallHook(request(project, dialect))).toEqual({ file, how: 'restored' });
    expect(readFileSync(file, 'utf8')).toBe(original);
    expect(statSync(file).mode & 0o777).toBe(0o640);
    expect(existsSync(path.join(project, '.agentforge/hook'))).toBe(false);
  });

  test('what somebody changed after installing stays; only our entries go', () => {
    const project = makeProject({ [FILES[dialect]]: foreignSettings(dialect) });
    const file = path.join(project, FILES[dialect]);
    installHook(request(project, dialect));
    const edited = { ...(JSON.parse(readFileSync(file, 'utf8')) as object), added: true };
    writeFileSync(file, JSON.stringify(edited, null, 4));
    expect(uninstallHook(request(project, dialect)).how).toBe('removed');
    const { version: _, ...left } = JSON.parse(readFileSync(file, 'utf8')) as Settings;
    expect(left).toEqual({ ...(JSON.parse(foreignSettings(dialect)) as object), added: true });
  });

  test('a file that was not there is gone again', () => {
    const project = makeProject({ 'a.txt': '' });
    installHook(request(project, dialect));
    uninstallHook(request(project, dialect));
    expect(existsSync(path.dirname(path.join(project, FILES[dialect])))).toBe(false);
  });

  test('for a user, one hook serves whatever project it is called in', () => {
    const project = makeProject({ 'a.txt': '', '.git/HEAD': '' });
    const { entry } = installHook(request(project, dialect, { scope: 'user', profile: 'team' }));
    expect(entry.file.startsWith(path.join(project, '../home'))).toBe(true);
    expect(entry.command).toMatch(
      /\/agentforge\/hook\/[0-9a-f]{12}\/hook\.cjs --dialect \w+ --profile team$/,
    );
    const other = makeProject({ '.git/HEAD': '' });
    const call = { session_id: 's', cwd: other, workspace_roots: [other], ...WRITE[dialect] };
    expect(runBySh(entry.command, call, other).status).toBe(2);
    expect(uninstallHook(request(project, dialect, { scope: 'user' })).how).toBe('restored');
  });
});

test('paths with blanks, quotes and dollars are quoted, and links are followed', () => {
  const outer = makeProject({ 'it\'s $HOME `x` "q"/a.txt': '' });
  const real = path.join(outer, 'it\'s $HOME `x` "q"');
  const link = path.join(outer, 'link');
  symlinkSync(real, link);
  const { entry } = installHook(request(link, 'claude'));
  const call = { session_id: 's', cwd: link, hook_event_name: 'PreToolUse', tool_name: 'Write' };
  const write = (file: string) =>
    runBySh(entry.command, { ...call, tool_input: { file_path: path.join(link, file), content: '' } }, link);
  expect(write('.claude/settings.local.json').status).toBe(2);
  expect(write('src/a.ts').status).toBe(0);
});

test('settings with comments are refused and left alone, and no file of ours is left behind', () => {
  const text = '{\n  // mine\n  "hooks": {}\n}\n';
  const project = makeProject({ '.gemini/settings.json': text });
  expect(() => installHook(request(project, 'gemini'))).toThrow('holds comments');
  expect(readFileSync(path.join(project, '.gemini/settings.json'), 'utf8')).toBe(text);
  expect(readdirSync(project)).toEqual(['.gemini']);
});

test('a hook that does not prove itself is taken back', () => {
  const project = makeProject({ '.claude/settings.local.json': '{}' });
  // A person has set aside the very guard that is to prove it.
  mkdirSync(path.join(project, '.agentforge'));
  const bypasses = [{ guard: 'control-files', until: '2999-01-01', reason: 'none' }];
  writeFileSync(path.join(project, '.agentforge/bypasses.json'), JSON.stringify(bypasses));
  expect(() => installHook(request(project, 'claude'))).toThrow(
    'did not prove itself: a forbidden write was not blocked',
  );
  expect(readFileSync(path.join(project, '.claude/settings.local.json'), 'utf8')).toBe('{}');
});

test.each(['CLAUDECODE', 'CODEX_SANDBOX', 'GEMINI_CLI', 'CURSOR_TRACE_ID'])(
  'an agent (%s) may neither install nor uninstall',
  (sign) => {
    const project = makeProject({ 'a.txt': '' });
    const environment = { ...request(project, 'claude').environment, [sign]: '1' };
    expect(() => installHook(request(project, 'claude', { environment }))).toThrow(
      'an agent may not change its own gate',
    );
    expect(() => uninstallHook(request(project, 'claude', { environment }))).toThrow(
      'an agent may not change its own gate',
    );
  },
);

describe('doctor', () => {
  const examine = (project: string) =>
    examineHooks(project, { ...request(project, 'claude').environment, PATH: '/usr/bin:/bin' });

  test('finds nothing wrong with what was just installed, and says that Codex wants trust', () => {
    const project = makeProject({ 'a.txt': '' });
    for (const dialect of HOOK_DIALECTS) installHook(request(project, dialect));
    const found = examine(project);
    expect(found.map(({ dialect, problems }) => [dialect, problems])).toEqual(
      HOOK_DIALECTS.map((dialect) => [dialect, []]),
    );
    expect(found.find(({ dialect }) => dialect === 'codex')?.notes.join()).toContain('/hooks');
    mkdirSync(path.join(project, '../home/.codex'), { recursive: true });
    const key = path.join(project, '.codex/hooks.json');
    writeFileSync(
      path.join(project, '../home/.codex/config.toml'),
      `[hooks.state."${key}:pre_tool_use:0:0"]\ntrusted_hash = "x"\n`,
    );
    expect(examine(project).find(({ dialect }) => dialect === 'codex')?.notes).toEqual([]);
  });

  test.each<[string, (project: string) => void, string]>([
    [
      'the settings are emptied',
      (project) => writeFileSync(path.join(project, FILES.claude), '{}'),
      'missing or changed for PreToolUse',
    ],
    ['the settings are gone', (project) => rmSync(path.join(project, FILES.claude)), 'is gone'],
    ['one event is dropped', (project) => dropEvent(project, 'Stop'), 'missing or changed for Stop'],
    [
      'all hooks are switched off',
      (project) => writeFileSync(path.join(project, FILES.claude), '{"disableAllHooks":true}'),
      'disableAllHooks',
    ],
    [
      'the hook is deleted',
      (project) => rmSync(path.join(project, '.agentforge/hook/hook.cjs')),
      'was not blocked',
    ],
    [
      'the hook is replaced',
      (project) => writeFileSync(path.join(project, '.agentforge/hook/hook.cjs'), 'process.exit(0)'),
      'is not the file that was installed',
    ],
  ])('says so when %s', (_, damage, problem) => {
    const project = makeProject({ 'a.txt': '' });
    installHook(request(project, 'claude'));
    damage(project);
    expect(examine(project)[0]?.problems.join('\n')).toContain(problem);
  });

  function dropEvent(project: string, event: string): void {
    const file = path.join(project, FILES.claude);
    const settings = JSON.parse(readFileSync(file, 'utf8')) as { hooks: Record<string, unknown> };
    delete settings.hooks[event];
    writeFileSync(file, JSON.stringify(settings));
  }
});

test('a hook file that was deleted exits with another code than 2: only the CLI can stop then, which is what it was told to', () => {
  const project = makeProject({ 'a.txt': '' });
  const { entry } = installHook(request(project, 'claude'));
  rmSync(path.join(project, '.agentforge/hook/hook.cjs'));
  expect(runBySh(entry.command, WRITE.claude, project).status).toBe(1);
  expect(readFileSync(entry.file, 'utf8')).toContain('"onFailure": "block"');
});
