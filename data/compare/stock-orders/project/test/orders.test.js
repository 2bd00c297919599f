import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Inventory } from '../src/inventory.js';
import { Locks } from '../src/lock.js';
import { Orders } from '../src/orders.js';
import { Store } from '../src/store.js';

const settle = () => new Promise((resolve) => setTimeout(resolve, 50));

async function open(stock) {
  const inventory = new Inventory(new Store(), new Locks());
  for (const [article, count] of Object.entries(stock)) await inventory.fill(article, count);
  await settle();
  return { inventory, orders: new Orders(inventory) };
}

test('an unknown article has no stock', async () => {
  const { inventory } = await open({});
  assert.equal(await inventory.count('lamp'), 0);
});

test('an order is accepted while there is stock', async () => {
  const { inventory, orders } = await open({ lamp: 2 });
  const { status } = await orders.place({ customer: 'ada', lines: [{ article: 'lamp', count: 1 }] });
  await settle();
  assert.equal(status, 'accepted');
  assert.equal(await inventory.count('lamp'), 1);
});

test('the last piece is sold once', async () => {
  const { inventory, orders } = await open({ lamp: 1 });
  const lines = [{ article: 'lamp', count: 1 }];
  const results = await Promise.all(['ada', 'bob', 'cy'].map((customer) => orders.place({ customer, lines })));
  await settle();
  assert.deepEqual(results.map(({ status }) => status).sort(), ['accepted', 'refused', 'refused']);
  assert.equal(await inventory.count('lamp'), 0);
});

test('what was taken for a refused order goes back', async () => {
  const { inventory, orders } = await open({ lamp: 1 });
  const lines = [
    { article: 'lamp', count: 1 },
    { article: 'chair', count: 1 },
  ];
  assert.equal((await orders.place({ customer: 'ada', lines })).missing, 'chair');
  await settle();
  assert.equal(await inventory.count('lamp'), 1);
  assert.deepEqual(orders.accepted, []);
});

test('a failure is told, and does not stop what comes next', async () => {
  const locks = new Locks();
  await assert.rejects(
    locks.run('lamp', async () => {
      throw new Error('no connection');
    }),
    /no connection/,
  );
  assert.equal(await locks.run('lamp', async () => 7), 7);
});

test('work on one article does not wait for another', async () => {
  const locks = new Locks();
  const done = [];
  const lamps = locks.run('lamp', async () => {
    await settle();
    done.push('lamp');
  });
  await locks.run('chair', async () => done.push('chair'));
  await lamps;
  assert.deepEqual(done, ['chair', 'lamp']);
});
