// The project that the work is done in: a small shop in a git repository, and a check that runs its code in process.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import vm from 'node:vm';
import { parseReports } from '../../dist/report/index.js';

/** What the red step breaks and the green one mends. */
export const RIGHT = 'sum + item.price * item.count, 0';
export const WRONG = 'sum - item.price * item.count, 0';

/** Creates the project in a new temporary folder and returns its path. */
export function createProject() {
  const project = mkdtempSync(path.join(os.tmpdir(), 'agentforge-bench-'));
  mkdirSync(path.join(project, 'src'));
  for (const [name, text] of Object.entries(FILES)) writeFileSync(path.join(project, name), text);
  const git = (/** @type {string[]} */ ...argv) =>
    execFileSync('git', ['-c', 'user.name=bench', '-c', 'user.email=bench@localhost', ...argv], {
      cwd: project,
    });
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'The shop');
  return project;
}

/** @type {import('../../dist/check/index.js').Check} */
export const totalsCheck = {
  id: 'totals',
  definition:
    'the totals of src/price.js are right: price times count, summed over the items, reductions taken off.',
  async measure({ root }) {
    const output = CASES.map(([name, items, expected], index) => {
      const found = computeTotal(root, items);
      return found === expected
        ? `ok ${index + 1} - ${name}`
        : `not ok ${index + 1} - ${name}\n  ---\n  message: expected ${expected}, got ${found}\n  ...`;
    }).join('\n');
    const failed = output.split('\nnot ok').length - 1 + (output.startsWith('not ok') ? 1 : 0);
    const text = `TAP version 13\n1..${CASES.length}\n${output}\n`;
    const summary = failed === 0 ? 'all totals are right' : `${failed} of ${CASES.length} totals are wrong`;
    return {
      verdict: { id: 'totals', passing: failed === 0, summary },
      output: text,
      reports: parseReports(text),
    };
  },
};

/** @type {readonly (readonly [string, readonly object[], number])[]} */
const CASES = [
  ['an empty cart costs nothing', [], 0],
  ['one item', [{ price: 5, count: 1 }], 5],
  ['several of one item', [{ price: 5, count: 3 }], 15],
  [
    'several items',
    [
      { price: 5, count: 3 },
      { price: 2, count: 2 },
    ],
    19,
  ],
];

/** @param {string} root @param {readonly object[]} items */
function computeTotal(root, items) {
  const sandbox = { exports: {}, items };
  return vm.runInNewContext(
    `${readFileSync(path.join(root, 'src/price.js'), 'utf8')}; exports.total(items)`,
    sandbox,
  );
}

/** A module of `count` small functions, so that windows have something to show. @param {string} topic @param {number} count */
function makeModule(topic, count) {
  const functions = Array.from({ length: count }, (_, index) => [
    `/** Step ${index + 1} of the ${topic} rules. */`,
    `exports.${topic}${index + 1} = function ${topic}${index + 1}(order, options = {}) {`,
    `  const limit = options.limit ?? ${(index + 3) * 10};`,
    `  const matching = order.items.filter((item) => item.price <= limit && item.kind !== '${topic}-${index}');`,
    `  return matching.reduce((sum, item) => sum + item.price * (item.count ?? 1), 0) / ${index + 2};`,
    '};',
  ]);
  return `${functions.flat().join('\n')}\n`;
}

const PRICE = `// Totals of a cart.
exports.total = function total(items) {
  return items.reduce((sum, item) => ${RIGHT});
};

${makeModule('discount', 12)}`;

const FILES = {
  'package.json': `${JSON.stringify({ name: 'shop', version: '1.0.0' }, null, 2)}\n`,
  'AGENTS.md':
    'Prices are in cents. Keep functions small and pure; name things after the shop, not after the code.\n',
  'src/price.js': PRICE,
  'src/cart.js': `const { total } = require('./price.js');\n${makeModule('cart', 20)}exports.sum = (cart) => total(cart.items);\n`,
  'src/tax.js': `const { total } = require('./price.js');\n${makeModule('tax', 30)}exports.gross = (cart) => total(cart.items) * 1.2;\n`,
  'src/report.js': `const cart = require('./cart.js');\nconst tax = require('./tax.js');\n${makeModule('report', 8)}`,
};
