import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findControlPaths, isControlPath } from '../../src/platform/control-files.js';

test.each([
  '.git',
  '.git/config',
  '.git/hooks/pre-commit',
  'vendor/lib/.git',
  '.agentforge/config.yaml',
  '.claude/settings.json',
  'packages/a/.claude/settings.local.json',
  '.codex/config.toml',
  '.gemini/settings.json',
  '.cursor/mcp.json',
  '.vscode/tasks.json',
  '.mcp.json',
  '.husky/pre-push',
  '.envrc',
  '.npmrc',
  'sub/.yarnrc.yml',
  '.yarn/releases/yarn-4.cjs',
  '.pre-commit-config.yaml',
  'shop.code-workspace',
  './.git/config',
  'src/../.git/config',
])('%s is a control file', (name) => expect(isControlPath(name)).toBe(true));

test.each([
  ['upper case', '.GIT/config'],
  ['mixed case', '.ClauDe/settings.json'],
  ['full width', '.ｇｉｔ/config'],
  ['a full-width dot', '．git'],
  ['a one-dot leader', '\u2024git/hooks/x'],
  ['a zero-width joiner', '.g\u200dit/config'],
  ['a soft hyphen', '.clau\u00adde/x'],
  ['a byte order mark', '\ufeff.git'],
  ['a right-to-left mark', '.mcp\u200f.json'],
  ['a variation selector', '.git\ufe0f/config'],
  ['the Kelvin sign', '.hus\u212ay/pre-commit'],
  ['the long s', '.v\u017fcode/tasks.json'],
  ['a trailing dot', '.git./config'],
  ['trailing dots and spaces', '.git . ./config'],
  ['a stream', '.git::$INDEX_ALLOCATION/config'],
  ['a short name', 'git~1/config'],
  ['a short name in capitals', 'GIT~2'],
  ['a short name of ours', 'AGENTF~1/config.yaml'],
  ['a short name with an extension', 'MCP~1.JSO'],
  ['backslashes', 'sub\\.git\\config'],
])('%s does not hide a control file', (_how, name) => expect(isControlPath(name)).toBe(true));

test.each([
  'AGENTS.md',
  'CLAUDE.md',
  'src/git.ts',
  'git',
  '.gitignore',
  '.gitattributes',
  '.github/workflows/ci.yml',
  '.env',
  'docs/.gitkeep',
  'src/claude/settings.json',
  '.yarn/cache/x.zip',
  'a~1',
  'package.json',
  '',
  '..',
])('%s is an ordinary file', (name) => expect(isControlPath(name)).toBe(false));

test('the control paths of a tree are found at any depth, outermost only, and not in dependencies', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'control-files-test-'));
  for (const folder of ['.git/hooks', '.claude', 'packages/a/.vscode', 'node_modules/x/.vscode', 'src']) {
    mkdirSync(path.join(root, folder), { recursive: true });
  }
  for (const file of ['.mcp.json', '.git/config', 'src/app.ts', 'packages/a/.npmrc'])
    writeFileSync(path.join(root, file), '');
  expect(findControlPaths(root)).toEqual({
    paths: ['.claude', '.git', '.mcp.json', 'packages/a/.npmrc', 'packages/a/.vscode'],
    isTruncated: false,
  });
  rmSync(root, { recursive: true, force: true });
});
