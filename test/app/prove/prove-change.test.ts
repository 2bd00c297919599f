import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createHarness } from '../../../src/app/index.js';
import { readEvidence } from '../../../src/guard/index.js';
import { openWorktree } from '../../../src/platform/index.js';
import { CART_FILES, CART_TEST, makeProofProject, NODE_TESTS, type ProofProject } from './proof-project.js';

/** What was asked for: prices are added up. */
const SUM = 'export function total(prices) {\n  return prices.reduce((sum, price) => sum + price, 0);\n}\n';
const SUM_TEST = "test('prices are added up', () => {\n  assert.equal(total([3, 4]), 7);\n});\n";

const SANDBOXED = { '.agentforge/config.yaml': `tests: ${JSON.stringify(NODE_TESTS)}\nsandbox: prefer\n` };

function makeChanged(): ProofProject {
  const project = makeProofProject();
  project.write('src/cart.js', SUM);
  project.write('test/cart.test.js', `${CART_TEST}${SUM_TEST}`);
  return project;
}

function listTrees(project: ProofProject): number {
  return project.git('worktree', 'list').trim().split('\n').length;
}

describe('a change with a test', () => {
  it('is tested when the test fails without it, passes with it, and executes every line of it', async () => {
    const project = makeChanged();
    const { proof, result, told } = await project.prove();
    expect(proof).toMatchObject({
      verified: true,
      tested: true,
      failToPass: ['prices are added up'],
      passToFail: [],
      unexecuted: [],
      tests: { passed: 2, failed: 0, total: 2 },
    });
    expect(proof).not.toHaveProperty('why');
    expect(result.passing).toBe(true);
    expect(told).toHaveLength(5);
    const file = path.join(project.root, `.agentforge/evidence/tested-${proof.workspace.slice(0, 32)}.json`);
    expect(readEvidence(readFileSync(file, 'utf8'), proof.workspace, 'tested')).toEqual({ holds: true });
    expect(listTrees(project)).toBe(1);
  });

  it('is measured against where its branch began, whatever is committed of it', async () => {
    const project = makeProofProject();
    project.git('switch', '-qc', 'work');
    project.write('src/cart.js', SUM);
    project.git('commit', '-qam', 'sum');
    project.write('test/sum.test.js', `${CART_TEST.replace(/test\('an[\s\S]*/, '')}${SUM_TEST}`);
    const { proof } = await project.prove();
    expect(proof).toMatchObject({ tested: true, failToPass: ['prices are added up'] });
    expect(proof.base).toBe(project.git('rev-parse', 'main').trim());
    const { proof: other } = await project.prove('HEAD');
    expect(other).toMatchObject({ tested: false, why: [expect.stringContaining('Only tests differ')] });
    await expect(project.prove('nowhere')).rejects.toMatchObject({ code: 'bad_usage' });
  });

  it('may bring a new file that the test cannot even load without it', async () => {
    const project = makeProofProject();
    project.write('src/tax.js', 'export function tax(sum) {\n  return sum * 2;\n}\n');
    project.write(
      'test/tax.test.js',
      "import test from 'node:test';\nimport assert from 'node:assert';\nimport { tax } from '../src/tax.js';\ntest('tax', () => assert.equal(tax(2), 4));\n",
    );
    expect((await project.prove()).proof).toMatchObject({ tested: true, failToPass: ['tax'] });
  });

  it('costs one run less the second time, since the base is known by then', async () => {
    const project = makeProofProject({ ...CART_FILES, ...SANDBOXED });
    project.write('src/cart.js', SUM);
    project.write('test/cart.test.js', `${CART_TEST}${SUM_TEST}`);
    const { runtime } = createHarness({ project: project.root, environment: {} });
    // Without a sandbox a command could have written the evidence itself.
    const isTrusted = runtime.workspace.describeWeakness() === undefined;
    const first = await project.prove();
    const second = await project.prove();
    expect([first.proof.tested, second.proof.tested]).toEqual([true, true]);
    expect(second.told.some((what) => what.includes('at the base'))).toBe(!isTrusted);
  });

  it('clears away what a killed proof has left', async () => {
    const project = makeChanged();
    process.env['XDG_CACHE_HOME'] = path.join(project.outside, 'cache');
    const left = await openWorktree({ root: project.root, id: 'prove' });
    writeFileSync(path.join(left.root, 'test/cart.test.js'), 'throw new Error("left behind");\n');
    expect((await project.prove()).proof.tested).toBe(true);
    expect(listTrees(project)).toBe(1);
  });

  it('is not worth a run where only documentation changed, or where the tests fail anyway', async () => {
    const project = makeProofProject();
    project.write('README.md', 'More.\n');
    const documented = await project.prove();
    expect(documented.proof).toMatchObject({ verified: true, tested: false });
    expect(documented.proof.why).toEqual([expect.stringContaining('Only documentation')]);
    project.write('src/cart.js', 'export function total() {\n  return 1;\n}\n');
    const red = await project.prove();
    expect(red.proof).toMatchObject({ verified: false, tested: false, base: null, tests: { failed: 1 } });
    expect([documented.told, red.told].map((told) => told.length)).toEqual([1, 1]);
  });

  it('may be proven by a test that was there before and failed', async () => {
    const project = makeProofProject({ ...CART_FILES, 'test/cart.test.js': `${CART_TEST}${SUM_TEST}` });
    project.write('src/cart.js', SUM);
    const { proof, told } = await project.prove();
    expect(proof).toMatchObject({ tested: true, failToPass: ['prices are added up'] });
    // Without the change there is nothing but the base.
    expect(told).toHaveLength(4);
  });
});
