// What an order is, whether it makes sense, and what may happen to it next.
import type { Catalog } from './catalog.js';

export type OrderStatus = 'draft' | 'placed' | 'paid' | 'packed' | 'shipped' | 'delivered' | 'cancelled';

export interface OrderLine {
  sku: string;
  quantity: number;
  /** Some teas come in several harvests; most products have no variant at all. */
  variant?: string | null;
}

export interface Customer {
  id: string;
  name: string;
  email: string;
  country: string;
  /** Members since 2019 have one of these. */
  tier?: 'leaf' | 'silver' | 'gold';
  isBusiness?: boolean;
  taxNumber?: string;
}

export interface Address {
  name: string;
  street: string;
  city: string;
  postcode: string;
  country: string;
}

export interface Order {
  id: string;
  placedOn: string;
  customer: Customer;
  lines: OrderLine[];
  shipTo: Address;
  status: OrderStatus;
  coupon?: string;
  express?: boolean;
  giftNote?: string;
  paidCents?: number;
}

const MAX_QUANTITY = 99;
const MAX_NOTE = 240;

/** Everything that is wrong with an order, in words for the person who placed it. */
export function findProblems(order: Order, catalog: Catalog): string[] {
  const problems: string[] = [];
  if (order.lines.length === 0) {
    problems.push('The basket is empty.');
  }
  // the same article twice confuses the warehouse
  const seen = new Set<string>();
  for (const line of order.lines) {
    const product = catalog.get(line.sku);
    if (!product) {
      problems.push(`${line.sku} is not in the catalog.`);
    } else {
      if (product.retired) {
        problems.push(`${product.title} is no longer sold.`);
      }
      if (!Number.isInteger(line.quantity) || line.quantity < 1) {
        problems.push(`${product.title}: the quantity must be a whole number from 1.`);
      } else if (line.quantity > MAX_QUANTITY && !order.customer.isBusiness) {
        problems.push(`${product.title}: please ask us for more than ${MAX_QUANTITY}.`);
      }
    }
    const key = `${line.sku}/${line.variant ?? ''}`;
    if (seen.has(key)) {
      problems.push(`${line.sku} is in the basket twice.`);
    }
    seen.add(key);
  }
  if (!order.customer.email.includes('@')) {
    problems.push('The e-mail address is not complete.');
  }
  if (order.customer.isBusiness && !order.customer.taxNumber) {
    problems.push('Business customers need a tax number.');
  }
  const { street, city, postcode, country } = order.shipTo;
  if (street.trim() === '' || city.trim() === '' || postcode.trim() === '') {
    problems.push('The address is not complete.');
  }
  if (country === 'DE' && !/^\d{5}$/.test(postcode)) {
    problems.push('A German postcode has five digits.');
  }
  if (order.giftNote !== undefined && order.giftNote.length > MAX_NOTE) {
    problems.push(`The gift note is longer than ${MAX_NOTE} characters.`);
  }
  return problems;
}

/** Customers may change their mind until the parcel is closed; we may do so a little longer. */
export function canCancel(order: Order, by: 'customer' | 'staff', today: string): boolean {
  if (order.status == 'cancelled') {
    return false;
  }
  if (
    (by === 'customer' &&
      (order.status === 'draft' || order.status === 'placed' || order.status === 'paid')) ||
    (by === 'staff' && order.status !== 'shipped' && order.status !== 'delivered') ||
    (by === 'staff' && order.status === 'shipped' && order.placedOn === today && !order.express)
  ) {
    return true;
  }
  return false;
}

export function countPieces(order: Order): number {
  return order.lines.reduce((sum, line) => sum + line.quantity, 0);
}
