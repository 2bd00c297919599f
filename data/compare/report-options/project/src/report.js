import { DEFAULTS } from './defaults.js';
import { formatAmount } from './format.js';

export class Report {
  #options;

  constructor(options = {}) {
    this.#options = { ...DEFAULTS, ...options, format: { ...DEFAULTS.format, ...options.format } };
  }

  get title() {
    return this.#options.title;
  }

  get columns() {
    return [...this.#options.columns];
  }

  addColumn(name) {
    if (!this.#options.columns.includes(name)) this.#options.columns.push(name);
    return this;
  }

  where(column, test) {
    this.#options.filters.push({ column, test });
    return this;
  }

  rows(records) {
    const { columns, filters, format } = this.#options;
    return records
      .filter((record) => filters.every(({ column, test }) => test(record[column])))
      .map((record) => columns.map((column) => formatCell(record[column], format)));
  }
}

function formatCell(value, format) {
  return typeof value === 'number' ? formatAmount(value, format) : String(value ?? '');
}
