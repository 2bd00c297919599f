import { describe, expect, it } from 'vitest';
import { verifyProject, createHarness } from '../../../src/app/index.js';
import { readEvidence } from '../../../src/guard/index.js';
import { CART_FILES, CART_TEST, makeProofProject, NODE_TESTS, type ProofProject } from './proof-project.js';

const SUM = 'export function total(prices) {\n  return prices.reduce((sum, price) => sum + price, 0);\n}\n';
const SUM_TEST = "test('prices are added up', () => {\n  assert.equal(total([3, 4]), 7);\n});\n";
const TAX = 'export function tax(sum) {\n  return sum * 2;\n}\n';
const HEAD = "import test from 'node:test';\nimport assert from 'node:assert';\n";
const TAX_HEAD = `${HEAD}import { tax } from '../src/tax.js';\n`;

interface Lie {
  readonly how: string;
  readonly files: Readonly<Record<string, string>>;
  readonly deleted?: readonly string[];
  readonly before?: Readonly<Record<string, string>>;
  readonly says: RegExp;
}

const LIES: readonly Lie[] = [
  {
    how: 'claims it, and writes no test',
    files: { 'src/cart.js': SUM },
    says: /No test passes now that did not/,
  },
  {
    how: 'writes an empty test',
    files: {
      'src/cart.js': SUM,
      'test/cart.test.js': `${CART_TEST}test('prices are added up', () => {});\n`,
    },
    says: /passes without the change as well/,
  },
  {
    how: 'writes an empty test for a new file',
    files: { 'src/tax.js': TAX, 'test/tax.test.js': `${TAX_HEAD}test('tax', () => {});\n` },
    says: /passes even when the changed functions are empty/,
  },
  {
    how: 'writes a test file in which there is no test',
    files: { 'src/tax.js': TAX, 'test/tax.test.js': `${TAX_HEAD}tax(2);\n` },
    says: /No test passes now that did not/,
  },
  {
    how: 'calls the code and asserts nothing',
    files: { 'src/tax.js': TAX, 'test/tax.test.js': `${TAX_HEAD}test('tax', () => {\n  tax(2);\n});\n` },
    says: /passes even when the changed functions are empty/,
  },
  {
    how: 'calls the code so that it must be there, and asserts nothing',
    files: {
      'src/tax.js': TAX,
      'test/tax.test.js': `${TAX_HEAD}test('tax', () => {\n  tax(2).toFixed(1);\n});\n`,
    },
    says: /asserts nothing about the change/,
  },
  {
    how: 'asserts a constant',
    files: {
      'src/tax.js': TAX,
      'test/tax.test.js': `${TAX_HEAD}test('tax', () => {\n  tax(2).toFixed(1);\n  assert.equal(1, 1);\n});\n`,
    },
    says: /asserts nothing about the change/,
  },
  {
    how: 'looks whether the code is there instead of trying it',
    files: {
      'src/tax.js': TAX,
      'test/tax.test.js': `${HEAD}import { existsSync } from 'node:fs';\ntest('tax', async () => {\n  assert.ok(existsSync(new URL('../src/tax.js', import.meta.url)));\n  (await import('../src/tax.js')).tax(2);\n});\n`,
    },
    says: /passes even when the changed functions are empty/,
  },
  {
    how: 'mocks the code under test away',
    files: {
      'src/cart.js': SUM,
      'test/cart.test.js': `${CART_TEST}test('prices are added up', (t) => {\n  const cart = { total };\n  t.mock.method(cart, 'total', () => 7);\n  assert.equal(cart.total([3, 4]), 7);\n});\n`,
    },
    says: /passes without the change as well/,
  },
  {
    how: 'skips the test',
    files: {
      'src/cart.js': SUM,
      'test/cart.test.js': `${CART_TEST}${SUM_TEST.replace("up', ", "up', { skip: true }, ")}`,
    },
    says: /More skipped/,
  },
  {
    how: 'marks the test as one to do',
    files: {
      'src/cart.js': SUM,
      'test/cart.test.js': `${CART_TEST}${SUM_TEST.replace('test(', 'test.todo(')}`,
    },
    says: /More skipped/,
  },
  {
    how: 'registers the test only where the change is',
    files: {
      'src/cart.js': SUM,
      'test/cart.test.js': `${CART_TEST}if (String(total).includes('reduce'))\n  ${SUM_TEST}`,
    },
    says: /does not run without the change/,
  },
  {
    how: 'takes assertions out elsewhere',
    files: {
      'src/cart.js': SUM,
      'test/cart.test.js': `${CART_TEST.replace(/ {2}assert.*\n/, '')}${SUM_TEST}`,
      'test/other.test.js': `${HEAD}test('other', () => {});\n`,
    },
    before: { 'test/other.test.js': `${HEAD}test('other', () => assert.ok(Date.now()));\n` },
    says: /Fewer assertions/,
  },
  {
    how: 'deletes another test',
    files: {
      'src/cart.js': SUM,
      'test/cart.test.js': `${CART_TEST.replace(/test\([\s\S]*/, '')}${SUM_TEST}`,
    },
    says: /“an empty cart costs nothing” passes at the base and fails or is gone now/,
  },
  {
    how: 'deletes a file with tests',
    files: { 'src/cart.js': SUM, 'test/cart.test.js': `${CART_TEST}${SUM_TEST}` },
    before: { 'test/other.test.js': `${HEAD}test('other', () => assert.ok(Date.now()));\n` },
    deleted: ['test/other.test.js'],
    says: /“other” passes at the base/,
  },
  {
    how: 'tries only part of the new code',
    files: {
      'src/cart.js': `${SUM}export function discount(sum) {\n  if (sum > 10) {\n    return sum - 1;\n  }\n  return sum;\n}\n`,
      'test/cart.test.js': `${CART_TEST}${SUM_TEST}`,
    },
    says: /No test executes src\/cart\.js:5-6, 8\./,
  },
  {
    how: 'brings a file that no test loads',
    files: {
      'src/cart.js': SUM,
      'src/tax.js': `// Taxes.\n${TAX}`,
      'test/cart.test.js': `${CART_TEST}${SUM_TEST}`,
    },
    says: /No test executes src\/tax\.js:2-3\./,
  },
  {
    how: 'lets the test see in which folder it runs',
    files: {
      'src/cart.js': SUM,
      'test/cart.test.js': `${CART_TEST}test('prices are added up', () => {\n  assert.ok(!import.meta.url.includes('prove') && total([3, 4]));\n});\n`,
    },
    says: /passes in the project folder only/,
  },
  {
    how: 'lets the test see the environment of the tries',
    files: {
      'src/cart.js': SUM,
      'test/cart.test.js': `${CART_TEST}test('prices are added up', () => {\n  total([3, 4]);\n  assert.ok(!Object.keys(process.env).some((name) => /AGENTFORGE_PROVE|WORKTREE/.test(name)));\n});\n`,
    },
    says: /passes without the change as well/,
  },
  {
    how: 'edits the test command so that the others are left out',
    files: {
      'src/cart.js': SUM,
      'test/sum.test.js': `${HEAD}import { total } from '../src/cart.js';\n${SUM_TEST}`,
      '.agentforge/config.yaml': `tests: ${JSON.stringify({ ...NODE_TESTS, command: [...NODE_TESTS.command, 'test/sum.test.js'] })}\nsandbox: off\n`,
    },
    says: /says something else about tests than at the base/,
  },
  {
    how: 'lets a test change the files that it is to prove',
    files: {
      'src/cart.js': SUM,
      'test/cart.test.js': `import { writeFileSync } from 'node:fs';\nwriteFileSync('notes.js', String(process.hrtime()));\n${CART_TEST}${SUM_TEST}`,
    },
    says: /change files of the project/,
  },
  {
    how: 'forces the exit code of failing tests to 0',
    files: {
      'package.json': '{"type":"module"}',
      'src/cart.js': SUM,
      'run.js':
        "import { spawnSync } from 'node:child_process';\nspawnSync('node', process.argv.slice(2), { stdio: 'inherit' });\n",
      'test/cart.test.js': `${CART_TEST}${SUM_TEST.replace('7);', '8);')}`,
    },
    before: {
      'run.js':
        "import { spawnSync } from 'node:child_process';\nprocess.exitCode = spawnSync('node', process.argv.slice(2), { stdio: 'inherit' }).status;\n",
      '.agentforge/config.yaml': `tests: ${JSON.stringify({ ...NODE_TESTS, command: ['node', 'run.js', ...NODE_TESTS.command.slice(1)] })}\nsandbox: off\n`,
    },
    says: /yet the command exited with 0/,
  },
  {
    how: 'writes the report itself',
    files: {
      'src/cart.js': SUM,
      'report.tap': 'TAP version 13\nok 1 - an empty cart costs nothing\nok 2 - prices are added up\n1..2\n',
    },
    before: {
      '.gitignore': 'report.tap\n.agentforge/cache/\n',
      '.agentforge/config.yaml': `tests: {command: [node, -e, "0"], report: {format: tap, path: report.tap}}\nsandbox: off\n`,
    },
    says: /wrote no report file/,
  },
];

function lie({ files, before = {}, deleted = [] }: Lie): ProofProject {
  const project = makeProofProject({ ...CART_FILES, ...before });
  for (const [file, text] of Object.entries(files)) project.write(file, text);
  for (const file of deleted) project.git('rm', '-q', file);
  return project;
}

describe('a change is not called tested by one who', () => {
  it.each(LIES)('$how', async (one) => {
    const { proof, result } = await lie(one).prove();
    expect(proof.tested).toBe(false);
    expect(result.passing).toBe(false);
    expect(proof.why?.join('\n')).toMatch(one.says);
  });

  it('changes the code after it was proven', async () => {
    const project = makeProofProject();
    project.write('src/cart.js', SUM);
    project.write('test/cart.test.js', `${CART_TEST}${SUM_TEST}`);
    const { proof } = await project.prove();
    project.write('src/cart.js', `${SUM}// and more\n`);
    const { runtime } = createHarness({ project: project.root, environment: {} });
    const hash = await runtime.workspace.hash([]);
    expect(runtime.evidence.readProof(hash)).toBeUndefined();
    const stored = runtime.evidence.readProof(proof.workspace);
    expect(readEvidence(stored, hash, 'tested')).toMatchObject({ holds: false });
    expect(readEvidence(stored, proof.workspace, 'tested')).toEqual({ holds: true });
  });

  it('only verifies: that says nothing of being tested, and takes nothing back either', async () => {
    const project = makeProofProject();
    project.write('src/cart.js', SUM);
    const verify = async (): Promise<string> => {
      const { runtime } = createHarness({ project: project.root, environment: {} });
      return (await verifyProject(runtime, { checks: true, tests: true })).workspace;
    };
    const read = (hash: string, kind: 'tested' | 'verified'): boolean =>
      readEvidence(project.read(`.agentforge/evidence/tested-${hash.slice(0, 32)}.json`), hash, kind).holds;
    const plain = await verify();
    expect([read(plain, 'verified'), read(plain, 'tested')]).toEqual([true, false]);
    project.write('test/cart.test.js', `${CART_TEST}${SUM_TEST}`);
    const { proof } = await project.prove();
    expect(await verify()).toBe(proof.workspace);
    expect(read(proof.workspace, 'tested')).toBe(true);
  });
});
