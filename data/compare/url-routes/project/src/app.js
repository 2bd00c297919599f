import { Router } from './router.js';

export function createApp() {
  return new Router()
    .add('get', '/', 'home')
    .add('get', '/feed.xml', 'feed')
    .add('get', '/feed-xml', 'feed-help')
    .add('get', '/price(net)', 'net-price')
    .add('get', '/c+/:topic', 'topic')
    .add('get', '/users/:id', 'user')
    .add('get', '/users/:id/files/*', 'files')
    .add('post', '/users', 'create-user');
}
