import { cleanPath, parseQuery } from './address.js';
import { compilePattern } from './pattern.js';

export class Router {
  #routes = [];

  /** The first route that fits an address is the one that counts. */
  add(method, pattern, handler) {
    this.#routes.push({ method: method.toUpperCase(), pattern, handler, ...compilePattern(pattern) });
    return this;
  }

  find(method, address) {
    const path = cleanPath(address);
    for (const { method: wanted, expression, names, handler } of this.#routes) {
      if (wanted !== method.toUpperCase()) continue;
      const match = expression.exec(path);
      if (!match) continue;
      const values = match.slice(1).map(decodeURIComponent);
      const params = Object.fromEntries(names.map((name, index) => [name, values[index]]));
      return { handler, params, query: parseQuery(address) };
    }
    return undefined;
  }

  list() {
    return this.#routes.map(({ method, pattern }) => `${method} ${pattern}`);
  }
}
