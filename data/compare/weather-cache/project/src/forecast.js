import { Cache } from './cache.js';
import { keyOf } from './cache-key.js';

export class Forecasts {
  #source;
  #cache;

  constructor(source, cache = new Cache()) {
    this.#source = source;
    this.#cache = cache;
  }

  get(query) {
    const key = keyOf(query);
    const known = this.#cache.get(key);
    if (known) return known;
    const fresh = this.#source.fetch(query);
    this.#cache.set(key, fresh);
    return fresh;
  }
}
