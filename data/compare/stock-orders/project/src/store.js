/** A store that answers a little later, as a database does. */
export class Store {
  #records = new Map();

  async get(key) {
    await pause();
    return this.#records.get(key);
  }

  async set(key, value) {
    await pause();
    this.#records.set(key, value);
  }

  async keys() {
    await pause();
    return [...this.#records.keys()].sort();
  }
}

function pause() {
  return new Promise((resolve) => setTimeout(resolve, 1));
}
