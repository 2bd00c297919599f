import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { makeFixProject, type FixProject } from '../support/fix-project.js';
import { CART_FILES, CART_TEST } from '../app/prove/proof-project.js';

const SUM = 'export function total(prices) {\n  return prices.reduce((sum, price) => sum + price, 0);\n}\n';
const SUM_TEST = "test('prices are added up', () => {\n  assert.equal(total([3, 4]), 7);\n});\n";

function makeCart(more: Readonly<Record<string, string>> = {}): FixProject {
  const project = makeFixProject({
    ...CART_FILES,
    '.gitignore': '.agentforge/cache/\n.agentforge/evidence/\nstarted\n',
    ...more,
  });
  project.write('src/cart.js', SUM);
  return project;
}

const countTrees = (project: FixProject): number => project.git('worktree', 'list').trim().split('\n').length;

describe('verify', () => {
  it('prints the verdict, and with --tested what is missing and then the proof', async () => {
    const project = makeCart();
    const plain = await project.cli('verify', '--trust-project');
    expect(plain).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('1 of 1 tests pass') as string,
    });
    expect(plain.stdout).not.toContain('tested');
    const claimed = await project.cli('verify', '--tested');
    expect(claimed.exitCode).toBe(1);
    expect(claimed.stdout).toContain('not tested');
    expect(claimed.stdout).toContain('write one that fails without the change');
    expect(claimed.stderr).toContain('running the tests at the base');
    project.write('test/cart.test.js', `${CART_TEST}${SUM_TEST}`);
    const proven = await project.cli('verify', '--tested');
    expect(proven.exitCode).toBe(0);
    expect(proven.stdout).toMatch(/with it they pass:\n {4}prices are added up\n✓ tested: the change since/);
  });

  it('prints one JSON line with the proof, and nothing else on stdout', async () => {
    const project = makeCart();
    await project.cli('trust', '--yes');
    const [result] = await project.json('verify', '--tested', '--base', 'HEAD');
    expect(result).toMatchObject({
      passing: false,
      proof: { schema: 1, verified: true, tested: false, failToPass: [] },
    });
    const refused = await project.cli('verify', '--base', 'HEAD');
    expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--tested') as string });
  });

  it('leaves no worktree behind when it is interrupted', async () => {
    const slow = `import test from 'node:test';\nimport { writeFileSync } from 'node:fs';\ntest('slow', async () => {\n  if (!import.meta.url.includes('prove')) return;\n  writeFileSync('started', '');\n  await new Promise((resolve) => setTimeout(resolve, 120_000));\n});\n`;
    const project = makeCart({ 'test/slow.test.js': slow });
    await project.cli('trust', '--yes');
    const interrupted = await project.start(['verify', '--tested'], {
      onStarted: (child) => {
        void (async () => {
          const isWaiting = (): boolean =>
            project
              .git('worktree', 'list', '--porcelain')
              .split('\n')
              .some(
                (line) => line.endsWith('/prove') && existsSync(`${line.slice('worktree '.length)}/started`),
              );
          while (child.exitCode === null && !isWaiting()) await sleep(100);
          child.kill('SIGINT');
        })();
      },
    });
    expect(interrupted.exitCode).not.toBe(0);
    expect(interrupted.stderr).toContain('stopping');
    expect(countTrees(project)).toBe(1);
  });
});
