import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { catalog, coupons, orderOf } from '../fixtures/shop.js';
import { parseOptions, runShop } from '../src/cli.js';

describe('options', () => {
  test('are a command, a target and switches in any order', () => {
    assert.deepEqual(parseOptions(['report']), { command: 'report', number: 1, quiet: false });
    assert.deepEqual(parseOptions(['-q', 'invoice', '--number', '7', 'A-1']), {
      command: 'invoice',
      target: 'A-1',
      number: 7,
      quiet: true,
    });
    assert.equal(parseOptions(['invoice', '-n', '1']).number, 1);
    assert.deepEqual(parseOptions(['check', '--quiet', '-n', '2']), {
      command: 'check',
      number: 2,
      quiet: true,
    });
  });

  test('that are wrong are named', () => {
    assert.equal(parseOptions([]), 'Say what to do: report, invoice or check.');
    assert.equal(parseOptions(['check', '--fast']), 'There is no option --fast.');
    assert.equal(parseOptions(['a', 'b', 'c']), 'c is one word too many.');
    for (const number of [['0'], ['x'], ['1.5'], []]) {
      assert.equal(parseOptions(['invoice', '--number', ...number]), '--number needs a whole number from 1.');
    }
  });
});

describe('the shop command', () => {
  function run(...words) {
    const printed = [];
    const good = orderOf([['TEA-ASSAM', 1]]);
    const bad = orderOf([['POT-CLAY', 0]], { id: 'A-2', placedOn: '2026-04-01' });
    const orders = words.includes('--good') ? [good] : [good, bad];
    const exitCode = runShop(
      words.filter((word) => word !== '--good'),
      { catalog, orders, coupons },
      (text) => printed.push(text),
    );
    return { exitCode, printed };
  }

  test('reports', () => {
    const { exitCode, printed } = run('report', '2026-03');
    assert.equal(exitCode, 0);
    assert.match(printed.join('\n'), /^2026-03: 1 orders, 10\.00\n/);
    assert.match(run('report').printed[0], /^: 2 orders/);
  });

  test('prints invoices', () => {
    const { exitCode, printed } = run('invoice', 'A-1', '-n', '9');
    assert.equal(exitCode, 0);
    assert.match(printed[0], /Invoice 000009\n/);
    assert.match(printed[0], /Total +15\.60\n/);
    assert.deepEqual(run('invoice', 'A-9'), { exitCode: 1, printed: ['There is no order A-9.'] });
    assert.deepEqual(run('invoice'), { exitCode: 1, printed: ['There is no order .'] });
  });

  test('checks all orders', () => {
    assert.deepEqual(run('check'), {
      exitCode: 1,
      printed: [
        'A-2: Clay Pot is no longer sold.',
        'A-2: Clay Pot: the quantity must be a whole number from 1.',
      ],
    });
    assert.deepEqual(run('check', '-q'), { exitCode: 1, printed: [] });
    assert.deepEqual(run('check', '--good'), { exitCode: 0, printed: [] });
  });

  test('says what it does not know', () => {
    assert.deepEqual(run('dance'), { exitCode: 2, printed: ['There is no command dance.'] });
    assert.deepEqual(run('--loud'), { exitCode: 2, printed: ['There is no option --loud.'] });
  });
});
