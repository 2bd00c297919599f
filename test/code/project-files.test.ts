import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listProjectFiles } from '../../src/code/index.js';
import { writeProject } from './project.js';

function git(root: string, ...args: string[]): void {
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], {
    cwd: root,
    stdio: 'ignore',
  });
}

describe('listProjectFiles', () => {
  it('lists tracked and new files, not ignored, deleted, linked or our own ones', () => {
    const root = writeProject({
      '.gitignore': 'ignored/\n',
      'src/b.ts': '',
      'src/a b.ts': '',
      'src/ü.ts': '',
      'gone.ts': '',
      'ignored/x.ts': '',
      '.agentforge/config.yaml': '',
    });
    git(root, 'init', '-q');
    git(root, 'add', '.');
    git(root, 'commit', '-qm', 'start');
    rmSync(join(root, 'gone.ts'));
    writeFileSync(join(root, 'new.ts'), '');
    symlinkSync('/etc/hosts', join(root, 'link.ts'));
    expect(listProjectFiles(root)).toEqual(['.gitignore', 'new.ts', 'src/a b.ts', 'src/b.ts', 'src/ü.ts']);
    expect(listProjectFiles(join(root, 'src'))).toEqual(['a b.ts', 'b.ts', 'ü.ts']);
  });

  it('does not start programs that the repository configures', () => {
    const root = writeProject({ 'a.ts': '', 'monitor.sh': '#!/bin/sh\ntouch "$(dirname "$0")/ran"\n' });
    git(root, 'init', '-q');
    execFileSync('chmod', ['+x', join(root, 'monitor.sh')]);
    git(root, 'add', '.');
    git(root, 'config', 'core.fsmonitor', join(root, 'monitor.sh'));
    expect(listProjectFiles(root)).toEqual(['a.ts', 'monitor.sh']);
    expect(existsSync(join(root, 'ran'))).toBe(false);
  });

  it('walks where there is no git, around what is not written by people', () => {
    const root = writeProject({
      'b/c.py': '',
      'a.py': '',
      'node_modules/x/index.js': '',
      'deep/node_modules/x.js': '',
      'dist/a.js': '',
      '.venv/lib/x.py': '',
      'b/__pycache__/c.pyc': '',
      '.agentforge/config.yaml': '',
    });
    symlinkSync(root, join(root, 'loop'));
    expect(listProjectFiles(root)).toEqual(['a.py', 'b/c.py']);
  });

  it('walks a folder that an outer repository ignores', () => {
    const root = writeProject({ '.gitignore': 'inner/\n', 'inner/a.ts': '' });
    git(root, 'init', '-q');
    expect(listProjectFiles(join(root, 'inner'))).toEqual(['a.ts']);
  });

  it('is empty for a folder that is empty or missing', () => {
    const root = writeProject({});
    mkdirSync(join(root, 'empty'));
    expect(listProjectFiles(join(root, 'empty'))).toEqual([]);
    expect(listProjectFiles(join(root, 'missing'))).toEqual([]);
  });
});
