// A small project in which a change is to be shown to be tested, away from what this machine has cached.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { createHarness, verifyProject, type VerifyResult } from '../../../src/app/index.js';
import { commitAll, makeTempProject, type TempProject } from '../../support/walled-project.js';

export interface ProofProject extends TempProject {
  git(...args: string[]): string;
  /** What `verify --tested` says, and what it told on the way. */
  prove(base?: string): Promise<Proven>;
}

export interface Proven {
  readonly proof: NonNullable<VerifyResult['proof']>;
  readonly result: VerifyResult;
  readonly told: readonly string[];
}

export const NODE_TESTS = {
  command: ['node', '--test', '--test-reporter=tap', '--test-reporter-destination={report}'],
  report: { format: 'tap', path: '{report}' },
};

/** An empty cart of prices, with one test. */
export const CART = 'export function total(prices) {\n  return prices.length;\n}\n';
export const CART_TEST = `import test from 'node:test';
import assert from 'node:assert';
import { total } from '../src/cart.js';
test('an empty cart costs nothing', () => {
  assert.equal(total([]), 0);
});
`;

export const CART_FILES: Readonly<Record<string, string>> = {
  'package.json': '{"type":"module"}\n',
  'src/cart.js': CART,
  'test/cart.test.js': CART_TEST,
  '.agentforge/config.yaml': `tests: ${JSON.stringify(NODE_TESTS)}\nsandbox: off\n`,
};

export function makeProofProject(files: Readonly<Record<string, string>> = CART_FILES): ProofProject {
  const project = makeTempProject({ '.gitignore': 'node_modules\n.agentforge/[ce][av]*/\n', ...files });
  const { root, outside } = project;
  commitAll(root);
  return {
    ...project,
    git: (...args) =>
      execFileSync('git', ['-c', 'user.name=S', '-c', 'user.email=s@example.org', ...args], {
        cwd: root,
        encoding: 'utf8',
      }),
    prove: async (base) => {
      process.env['XDG_CACHE_HOME'] = path.join(outside, 'cache');
      const told: string[] = [];
      const result = await verifyProject(createHarness({ project: root, environment: {} }).runtime, {
        checks: true,
        tests: true,
        tested: { base },
        tell: (what) => told.push(what),
      });
      if (!result.proof) throw new Error('There is no proof.');
      return { proof: result.proof, result, told };
    },
  };
}
