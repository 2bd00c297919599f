import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { CART, makeProofProject, type ProofProject } from './proof-project.js';

const MODULES = fileURLToPath(new URL('../../../node_modules', import.meta.url));
const SUM = 'export function total(prices) {\n  return prices.reduce((sum, price) => sum + price, 0);\n}\n';

const VITEST = {
  command: ['node', 'node_modules/vitest/vitest.mjs', 'run', '--reporter=json', '--outputFile={report}'],
  report: { format: 'vitest-json', path: '{report}' },
};
const VITEST_HEAD = "import { expect, test } from 'vitest';\nimport { total } from '../src/cart.js';\n";

function makeVitestProject(): ProofProject {
  const project = makeProofProject({
    'package.json': '{"type":"module"}\n',
    'src/cart.js': CART,
    'test/cart.test.js': `${VITEST_HEAD}test('empty', () => expect(total([])).toBe(0));\n`,
    '.agentforge/config.yaml': `tests: ${JSON.stringify(VITEST)}\nsandbox: off\n`,
  });
  symlinkSync(MODULES, path.join(project.root, 'node_modules'));
  project.write('src/cart.js', SUM);
  return project;
}

describe('vitest', { timeout: 300_000 }, () => {
  it('shows which test fails without the change, and says why lines are not known', async () => {
    const project = makeVitestProject();
    project.write('test/sum.test.js', `${VITEST_HEAD}test('sum', () => expect(total([3, 4])).toBe(7));\n`);
    const { proof } = await project.prove();
    expect(proof).toMatchObject({
      verified: true,
      tested: false,
      failToPass: ['sum'],
      passToFail: [],
      why: [expect.stringContaining('@vitest/coverage-v8')],
    });
  });

  it('finds the tests that its settings leave out now', async () => {
    const project = makeVitestProject();
    project.write('test/sum.test.js', `${VITEST_HEAD}test('sum', () => expect(total([3, 4])).toBe(7));\n`);
    project.write('vitest.config.js', "export default { test: { include: ['test/sum.test.js'] } };\n");
    expect((await project.prove()).proof).toMatchObject({ tested: false, passToFail: ['empty'] });
  });
});

const hasPytest = (() => {
  try {
    execFileSync('python3', ['-c', 'import pytest'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

const PYTEST = {
  command: ['python3', '-B', '-m', 'pytest', '-q', '-p', 'no:cacheprovider', '--junitxml={report}'],
  report: { format: 'junit', path: '{report}' },
};

function makePythonProject(): ProofProject {
  return makeProofProject({
    'cart.py': '"""Carts."""\n\n\ndef total(prices):\n    return len(prices)\n',
    'test_cart.py': 'from cart import total\n\n\ndef test_empty():\n    assert total([]) == 0\n',
    '.agentforge/config.yaml': `tests: ${JSON.stringify(PYTEST)}\nsandbox: off\n`,
  });
}

const PYTHON_SUM =
  'def total(prices):\n    """Adds up."""\n    result = 0\n    for price in prices:\n        result += price\n    return result\n';

// Without pytest on this machine there is nothing to try it with.
describe.skipIf(!hasPytest)('pytest', () => {
  it('proves a change, with the lines that its tests execute', async () => {
    const project = makePythonProject();
    project.write('cart.py', PYTHON_SUM);
    project.write(
      'test_adding.py',
      'from cart import total\n\n\ndef test_sum():\n    assert total([3, 4]) == 7\n',
    );
    expect((await project.prove()).proof).toMatchObject({
      tested: true,
      failToPass: ['test_adding::test_sum'],
      unexecuted: [],
    });
  });

  it('finds an empty test of a new function, and the lines that no test executes', async () => {
    const project = makePythonProject();
    project.write(
      'tax.py',
      'import os\n\n\ndef tax(price):\n    if price < 0:\n        return 0\n    return price * 2\n',
    );
    project.write('test_tax.py', 'from tax import tax\n\n\ndef test_tax():\n    tax(2)\n');
    const { proof } = await project.prove();
    expect(proof).toMatchObject({
      tested: false,
      failToPass: [],
      unexecuted: [{ path: 'tax.py', lines: [6] }],
    });
    expect(proof.why?.join('\n')).toMatch(/passes even when the changed functions are empty/);
  });

  it('takes a test that moved to another file for the same one', async () => {
    const project = makePythonProject();
    project.write('cart.py', PYTHON_SUM);
    project.git('mv', 'test_cart.py', 'test_total.py');
    project.write(
      'test_total.py',
      `${project.read('test_total.py')}\n\ndef test_sum():\n    assert total([3, 4]) == 7\n`,
    );
    expect((await project.prove()).proof).toMatchObject({
      tested: true,
      failToPass: ['test_total::test_sum'],
      passToFail: [],
    });
  });
});
