// Every path an agent names lies inside the project, by real path.
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { confine } from '../../src/platform/index.js';
import { makeFolder, removeFolders } from '../store/folders.js';

afterAll(removeFolders);

describe('a path that an agent names', () => {
  let root: string;

  beforeAll(() => {
    const base = makeFolder('confine');
    root = path.join(base, 'proj');
    for (const folder of ['proj/src', 'proj/.git', 'proj-evil'])
      mkdirSync(path.join(base, folder), { recursive: true });
    writeFileSync(path.join(root, 'src/a.txt'), '');
    writeFileSync(path.join(base, 'proj-evil/secret.txt'), '');
    symlinkSync('a.txt', path.join(root, 'src/inner-link'));
    symlinkSync('src', path.join(root, 'inner-folder'));
    symlinkSync('../../proj-evil/secret.txt', path.join(root, 'src/outer-link'));
    symlinkSync('../proj-evil', path.join(root, 'outer-folder'));
    symlinkSync('nowhere', path.join(root, 'dangling'));
    symlinkSync('../proj-evil/new.txt', path.join(root, 'dangling-outside'));
    symlinkSync('.git', path.join(root, 'innocent'));
    symlinkSync('loop', path.join(root, 'loop'));
  });

  const reason = (named: string, forWriting = true): string => {
    const confined = confine(root, named, { forWriting });
    return confined.ok ? `ok ${confined.relative}` : confined.reason;
  };

  test.each([
    ['src/a.txt', 'ok src/a.txt'],
    ['./src//a.txt', 'ok src/a.txt'],
    ['src/../src/a.txt', 'ok src/a.txt'],
    ['new/deep/file.txt', 'ok new/deep/file.txt'],
    ['..almost', 'ok ..almost'],
    ['src/inner-link', 'ok src/a.txt'],
    ['inner-folder/new.txt', 'ok src/new.txt'],
    ['ünï/cödé.txt', 'ok ünï/cödé.txt'],
  ])('%j is inside', (named, expected) => {
    expect(reason(named)).toBe(expected);
  });

  test.each([
    ['..'],
    ['../proj-evil/secret.txt'],
    ['src/../../proj-evil/secret.txt'],
    ['../proj/../proj-evil/secret.txt'],
    ['src/outer-link'],
    ['outer-folder/secret.txt'],
    ['outer-folder/new/file.txt'],
    ['dangling'],
    ['dangling/below.txt'],
    ['dangling-outside'],
    ['loop'],
    ['.'],
  ])('%j is outside, or leads there', (named) => {
    expect(reason(named)).toBe('outside_root');
    expect(reason(named, false)).toBe('outside_root');
  });

  test.each([
    ['an absolute path', '/etc/passwd'],
    ['the absolute path of a file inside', 'ABSOLUTE'],
    ['a home folder', '~/.ssh/id_rsa'],
    ['a drive', 'C:\\Windows'],
    ['nothing', ''],
    ['blanks', '  '],
    ['a NUL', 'src/a.txt\0.png'],
    ['a newline', 'src/a\n.txt'],
    ['an escape', 'src/\u001b[31m'],
    ['a zero-width joiner', 'src/a\u200d.txt'],
    ['a right-to-left override', 'src/txt.\u202ea'],
    ['a line separator', 'src/a\u2028b'],
    ['half a surrogate pair', 'src/a\ud800b'],
    ['a thousand characters', 'a/'.repeat(501)],
    ['a name of 256 bytes', `src/${'ü'.repeat(128)}`],
    ['a file in place of a folder', 'src/a.txt/below.txt'],
    ['a file in place of a folder, through a link', 'src/inner-link/below/deep.txt'],
  ])('%s is not a path', (_, named) => {
    const confined = confine(
      root,
      named === 'ABSOLUTE' ? path.join(realpathSync(root), 'src/a.txt') : named,
      { forWriting: false },
    );
    expect(confined).toMatchObject({ ok: false, reason: 'bad_path' });
    if (!confined.ok) expect(confined.message).not.toMatch(/[\0\n]/);
  });

  test.each([
    '.git/config',
    '.GIT/config',
    '.Git/hooks/pre-commit',
    'src/.git/config',
    '.agentforge/config.yaml',
    '.AgentForge/tasks/t-1/actions.yaml',
    '.ａgentforge/config.yaml',
    '.git./config',
    '.git /config',
    'git~1/config',
    '.claude/settings.json',
    '.MCP.json',
    'innocent/config',
    'innocent',
  ])('%j is a control file in whatever spelling, and may be read but not written', (named) => {
    expect(reason(named)).toBe('control_file');
    expect(reason(named, false)).toMatch(/^ok /);
  });

  test('is taken relative to the real root when the root itself is reached through a link', () => {
    const link = path.join(path.dirname(root), 'link-to-proj');
    symlinkSync(root, link);
    expect(confine(link, 'src/a.txt', { forWriting: true })).toMatchObject({
      ok: true,
      absolute: path.join(root, 'src/a.txt'),
      realRoot: root,
    });
  });
});
