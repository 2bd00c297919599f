import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApp } from '../src/app.js';
import { Router } from '../src/router.js';

const app = createApp();
const handlerOf = (address, method = 'get') => app.find(method, address)?.handler;

test('finds plain paths', () => {
  assert.equal(handlerOf('/'), 'home');
  assert.equal(handlerOf('/feed.xml'), 'feed');
});

test('a point is a point', () => {
  assert.equal(handlerOf('/feed-xml'), 'feed-help');
});

test('brackets and plus signs stand for themselves', () => {
  assert.equal(handlerOf('/price(net)'), 'net-price');
  assert.equal(handlerOf('/pricenet'), undefined);
  assert.deepEqual(app.find('get', '/c+/templates'), { handler: 'topic', params: { topic: 'templates' }, query: {} });
});

test('so does every other sign', () => {
  const lookalikes = {
    '/list[all]': '/lista',
    '/size{2}': '/sizee',
    '/cash$': '/cash',
    '/^top': '/top',
    '/yes|no': '/yes-and',
    '/back\\d': '/back7',
    '/v2*': '/v22',
  };
  for (const [pattern, lookalike] of Object.entries(lookalikes)) {
    const router = new Router().add('get', pattern, 'page');
    assert.equal(router.find('get', pattern)?.handler, 'page');
    assert.equal(router.find('get', lookalike), undefined);
  }
  assert.equal(new Router().add('get', '/why?', 'page').find('get', '/wh'), undefined);
});

test('reads parameters', () => {
  assert.deepEqual(app.find('get', '/users/a%20b').params, { id: 'a b' });
  assert.equal(handlerOf('/users/7/extra'), undefined);
});

test('a star takes the rest', () => {
  assert.equal(handlerOf('/users/7/files/a/b.txt'), 'files');
});

test('methods are told apart', () => {
  assert.equal(handlerOf('/users', 'POST'), 'create-user');
  assert.equal(handlerOf('/users'), undefined);
});

test('lists its routes', () => {
  assert.equal(app.list()[1], 'GET /feed.xml');
});
