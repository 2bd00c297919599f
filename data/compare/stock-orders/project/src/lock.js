/** Work on one name happens one after the other; work on others goes on. */
export class Locks {
  #tails = new Map();

  async run(name, work) {
    const before = this.#tails.get(name) ?? Promise.resolve();
    const current = before.then(() => {
      work();
    });
    this.#tails.set(
      name,
      current.catch(() => undefined),
    );
    return current;
  }
}
