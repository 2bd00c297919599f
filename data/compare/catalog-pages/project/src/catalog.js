import { countPages, neighbours, windowOf } from './page-window.js';

const SORTS = {
  name: (a, b) => a.name.localeCompare(b.name),
  price: (a, b) => a.price - b.price,
};

export class Catalog {
  #products;

  constructor(products) {
    this.#products = [...products];
  }

  categories() {
    return [...new Set(this.#products.map(({ category }) => category))].sort();
  }

  /** One page of a category, with what a pager needs to know. */
  page(category, { number = 1, size = 10, sort } = {}) {
    const found = this.#products.filter((product) => product.category === category);
    if (sort !== undefined) found.sort(SORTS[sort]);
    const pages = countPages(found.length, size);
    const current = Math.min(Math.max(1, number), pages);
    const { first, last } = windowOf(current, size, found.length);
    return {
      items: found.slice(first, last),
      number: current,
      pages,
      links: neighbours(current, pages),
      hasNext: current < pages,
    };
  }

  /** Everything in stock below a price, cheapest first. */
  bargains(limit) {
    return this.#products
      .filter(({ price, stock }) => price <= limit && stock > 0)
      .sort(SORTS.price);
  }
}
