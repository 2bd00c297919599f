import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { FARE_PROJECT, makeFixProject, PACKAGE } from '../support/fix-project.js';
import { allowSlowFixes } from '../support/fix-tests.js';

allowSlowFixes();

/** What is said wrongly, and what the answer must say. Nothing of it is trusted, so that asking would be noticed. */
const MISTAKES: readonly { readonly args: readonly string[]; readonly says: RegExp }[] = [
  { args: [], says: /Say what to fix/ },
  { args: ['--top', '0'], says: /whole number/ },
  { args: ['--all', '--top', '1'], says: /--all and --top do not go together/ },
  { args: ['V-1234567890', '--all'], says: /The id V-1234567890 and --all do not go together/ },
  { args: ['V-1234567890', '--top', '1'], says: /The id V-1234567890 and --top do not go together/ },
  { args: ['--all', '--dry-run', '--commit'], says: /--dry-run and --commit/ },
  { args: ['--all', '--dry-run', '--isolate'], says: /--dry-run and --isolate/ },
  { args: ['--all', '--dry-run', '--markdown', 'fixes.md'], says: /--dry-run and --markdown/ },
  { args: ['--all', '--in-place', '--commit', 'tidy'], says: /--in-place and --commit/ },
  { args: ['--all', '--in-place', '--isolate'], says: /--in-place and --isolate/ },
  { args: ['--top', '1', '--model', 'plannr'], says: /no model "plannr"; use planner/ },
  { args: ['--top', '1', '--model', 'script:missing'], says: /script missing could not be read/ },
  { args: ['fare'], says: /"fare" is not the id of a violation/ },
  { args: ['V-1234567890', '--isolate'], says: /no open violation V-1234567890.*agentforge check/ },
  { args: ['--all', '--markdown', 'no/such/folder.md'], says: /no\/such\/folder\.md cannot be written/ },
  { args: ['--all', '--commit', 'a..b'], says: /"a\.\.b" cannot be the name of a branch/ },
  {
    args: ['--all', '--commit', 'old'],
    says: /branch old exists and is not at the current commit.*git switch old/,
  },
  { args: ['--all', '--commit', 'old/er'], says: /cannot be a branch old\/er beside the branch old/ },
];

describe('the arguments of `fix`', () => {
  it('are judged before anybody is asked and before anything is made', async () => {
    const project = makeFixProject();
    project.git('branch', 'old');
    project.git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qm', 'more', '--allow-empty');
    const before = project.tree();
    for (const { args, says } of MISTAKES) {
      const { exitCode, stdout, stderr } = await project.cli('fix', ...args);
      expect(stderr, args.join(' ')).toMatch(says);
      expect(stderr, args.join(' ')).not.toMatch(/trust|preparing a worktree/);
      expect({ exitCode, stdout }, args.join(' ')).toEqual({ exitCode: 2, stdout: '' });
    }
    expect(project.tree()).toEqual(before);
    expect(readdirSync(path.join(project.root, '.agentforge'))).toEqual(['checks']);
    expect(existsSync(path.join(project.outside, 'cache/agentforge/worktrees'))).toBe(false);
  });

  it('are good, and then trust is asked for', async () => {
    const { exitCode, stderr } = await makeFixProject().cli('fix', '--all', '--commit', 'tidy');
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/trust/) as string,
    });
  });

  it('are judged where there is no repository, and before the first commit', async () => {
    const outside = makeFixProject(FARE_PROJECT, { git: false });
    expect((await outside.cli('fix', '--top', '1')).stderr).toMatch(/not in a git repository.*--in-place/);
    outside.git('init', '-q');
    expect((await outside.cli('fix', '--top', '1')).stderr).toMatch(/no commit yet.*--in-place/);
  });

  it('say that there are no tests before they ask for trust', async () => {
    const { 'test/fare.test.js': _, ...bare } = FARE_PROJECT;
    const project = makeFixProject({ ...bare, 'package.json': PACKAGE.replace(/,"scripts".*/, '}') });
    const { stderr } = await project.cli('fix', '--all');
    expect(stderr).toMatch(/No tests were found.*--no-tests/);
  });
});
