export class Inventory {
  #store;
  #locks;

  constructor(store, locks) {
    this.#store = store;
    this.#locks = locks;
  }

  async fill(article, count) {
    await this.#locks.run(article, async () => {
      await this.#store.set(article, ((await this.#store.get(article)) ?? 0) + count);
    });
  }

  /** Takes pieces out, or none at all. */
  async take(article, count) {
    let taken = false;
    await this.#locks.run(article, async () => {
      const stock = (await this.#store.get(article)) ?? 0;
      if (stock < count) return;
      await this.#store.set(article, stock - count);
      taken = true;
    });
    return taken;
  }

  async count(article) {
    return (await this.#store.get(article)) ?? 0;
  }
}
