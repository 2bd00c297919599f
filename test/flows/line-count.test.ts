import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { countDiff } from '../../src/flows/line-count.js';
import { makeProject } from '../support/temp-project.js';
import { writeProjectFile } from '../support/project-file.js';

describe('the lines of a diff', () => {
  it('are counted as git does, whatever they begin with', () => {
    const root = makeProject(
      { 'a.sql': '-- one\n-- two\nthree\n', 'b.txt': 'kept\nlast', 'gone.txt': '++ plus\n' },
      { git: true },
    );
    writeProjectFile(root, 'a.sql', '++ one\n-- two\nfour\ndiff --git a b\n@@ -1 +1 @@\n');
    writeProjectFile(root, 'b.txt', 'kept\nlast\n');
    execFileSync('git', ['rm', '-q', 'gone.txt'], { cwd: root });
    const git = (...args: string[]): string =>
      execFileSync('git', ['diff', 'HEAD', ...args], { cwd: root, encoding: 'utf8' });
    const rows = git('--numstat').trim().split('\n');
    const sum = (column: number): number =>
      rows.reduce((all, row) => all + Number(row.split('\t')[column]), 0);
    expect(countDiff(git())).toEqual({ files: rows.length, added: sum(0), removed: sum(1) });
    expect(rows).toHaveLength(3);
  });

  it('are none where there is no diff', () => {
    expect(countDiff('')).toEqual({ files: 0, added: 0, removed: 0 });
  });
});
