import { describe, expect, it } from 'vitest';
import { makeProject } from '../../../support/temp-project.js';
import { checkProject, define, tell } from '../check-project.js';

const command = (script: string, more: Record<string, unknown> = {}) =>
  define({ kind: 'command', config: { command: ['node', '-e', script], ...more } });

describe('a command check', () => {
  const root = makeProject({ 'src/a.ts': 'one\ntwo\n' });

  it('finds nothing when it exits with 0', async () => {
    expect((await checkProject(root, [command('0')])).violations).toEqual([]);
  });

  it('reports a failing exit code about the project, unless what it printed is about files', async () => {
    expect(tell(await checkProject(root, [command('process.exit(3)')]))).toEqual([
      '.:0 own failed (exit 3): node -e process.exit(3)',
    ]);
    const printing = command("console.log('src/a.ts(2,1): error TS1: wrong'); process.exit(1)");
    const { violations } = await checkProject(root, [printing]);
    expect(violations).toMatchObject([
      { path: 'src/a.ts', line: 2, rule: 'TS1', severity: 'error', message: 'wrong' },
    ]);
  });

  it('compares a number with its limit', async () => {
    const expectation = { expect: { regex: 'size (\\d+)', compare: 'lte', value: 10 } };
    const { violations } = await checkProject(root, [command("console.log('size 25')", expectation)]);
    expect(violations).toMatchObject([
      {
        path: '.',
        value: 25,
        limit: 10,
        message: expect.stringContaining('own is 25, must be lte 10') as string,
      },
    ]);
    expect((await checkProject(root, [command("console.log('size 9')", expectation)])).violations).toEqual(
      [],
    );
  });

  it('did not run when it cannot start, prints no number, takes too long or is not trusted', async () => {
    const number = { expect: { regex: '(\\d+)', compare: 'lte', value: 10 } };
    const errors = async (definition: ReturnType<typeof define>, trusted = true) =>
      (await checkProject(root, [definition], { trusted })).failedToRun.map(({ error }) => error).join();
    expect(await errors(define({ kind: 'command', config: { command: ['no-such-program-here'] } }))).toMatch(
      /no-such-program-here: /,
    );
    expect(await errors(command("console.log('none')", number))).toMatch(/printed no number/);
    expect(await errors(command('setTimeout(() => {}, 60000)', { timeoutMs: 300 }))).toMatch(
      /did not finish/,
    );
    expect(await errors(command('0'), false)).toMatch(/not trusted/);
  });
});
