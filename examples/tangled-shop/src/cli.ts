// `shop report 2026-03`, `shop invoice A-1 --number 7`, `shop check`
import type { Catalog } from './catalog.js';
import type { Coupon } from './coupons.js';
import { renderInvoice } from './invoice.js';
import { findProblems, type Order } from './order.js';
import { priceOrder } from './pricing.js';
import { renderReport, summariseMonth } from './report.js';
import { quoteShipping } from './shipping.js';

export interface ShopData {
  catalog: Catalog;
  orders: Order[];
  coupons: Coupon[];
}

export interface Options {
  command: string;
  target?: string;
  number: number;
  quiet: boolean;
}

export function parseOptions(words: readonly string[]): Options | string {
  let command: string | undefined;
  let target: string | undefined;
  let number = 1;
  let quiet = false;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (word === '--quiet' || word === '-q') {
      quiet = true;
    } else if (word === '--number' || word === '-n') {
      number = Number(words[index + 1]);
      index += 1;
      if (!Number.isInteger(number) || number < 1) return '--number needs a whole number from 1.';
    } else if (word.startsWith('-')) {
      return `There is no option ${word}.`;
    } else if (command === undefined) {
      command = word;
    } else if (target === undefined) {
      target = word;
    } else {
      return `${word} is one word too many.`;
    }
  }
  if (command === undefined) return 'Say what to do: report, invoice or check.';
  return target === undefined ? { command, number, quiet } : { command, target, number, quiet };
}

/** Returns the exit code. */
export function runShop(words: readonly string[], data: ShopData, print: (text: string) => void): number {
  const options = parseOptions(words);
  if (typeof options === 'string') {
    print(options);
    return 2;
  }
  switch (options.command) {
    case 'report': {
      const report = summariseMonth(options.target ?? '', data.orders, data.catalog, new Set());
      print(renderReport(report));
      return 0;
    }
    case 'invoice': {
      const order = data.orders.find(({ id }) => id === options.target);
      if (!order) {
        print(`There is no order ${options.target ?? ''}.`);
        return 1;
      }
      const price = priceOrder(order, data.catalog, data.coupons);
      const shipping = quoteShipping(order, data.catalog, price.goods - price.discount);
      print(renderInvoice(order, data.catalog, price, shipping, options.number));
      return 0;
    }
    case 'check': {
      let bad = 0;
      for (const order of data.orders) {
        const problems = findProblems(order, data.catalog);
        if (problems.length > 0) {
          bad += 1;
          if (!options.quiet) {
            for (const problem of problems) {
              print(`${order.id}: ${problem}`);
            }
          }
        }
      }
      return bad === 0 ? 0 : 1;
    }
    default:
      print(`There is no command ${options.command}.`);
      return 2;
  }
}
