/** Remembers a limited number of values, each for a limited time; the least recently used go first. */
export class Cache {
  #entries = new Map();
  #limit;
  #ttlMs;
  #now;

  constructor({ limit = 100, ttlMs = 60_000, now = Date.now } = {}) {
    this.#limit = limit;
    this.#ttlMs = ttlMs;
    this.#now = now;
  }

  get(key) {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    if (entry.expiresMs <= this.#now()) return undefined;
    this.#entries.set(key, entry);
    return entry.value;
  }

  set(key, value) {
    this.#entries.delete(key);
    this.#entries.set(key, { value, expiresMs: this.#now() + this.#ttlMs });
    if (this.#entries.size > this.#limit) this.#entries.delete(this.#entries.keys().next().value);
  }

  get size() {
    return this.#entries.size;
  }
}
