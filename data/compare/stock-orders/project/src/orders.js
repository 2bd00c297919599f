export class Orders {
  #inventory;
  #accepted = [];

  constructor(inventory) {
    this.#inventory = inventory;
  }

  /** All articles of an order, or none: what was taken goes back. */
  async place({ customer, lines }) {
    const taken = [];
    for (const { article, count } of lines) {
      if (!(await this.#inventory.take(article, count))) {
        for (const line of taken) await this.#inventory.fill(line.article, line.count);
        return { customer, status: 'refused', missing: article };
      }
      taken.push({ article, count });
    }
    this.#accepted.push(customer);
    return { customer, status: 'accepted' };
  }

  get accepted() {
    return [...this.#accepted];
  }
}
