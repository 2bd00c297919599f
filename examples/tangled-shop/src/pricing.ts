// What an order costs. Rules have been added with every season since the shop opened.
import { requireProduct, type Catalog } from './catalog.js';
import { findCoupon, type Coupon } from './coupons.js';
import { percentOf, type Cents } from './money.js';
import type { Order } from './order.js';

export interface Price {
  goods: Cents;
  discount: Cents;
  tax: Cents;
  total: Cents;
  notes: string[];
}

const TIER_PERCENT = { leaf: 2, silver: 5, gold: 8 };
const BULK_FROM = 10;
const BULK_PERCENT = 6;
const BOOK_TAX = 7;
const FOOD_TAX = 7;
const FULL_TAX = 19;

export function priceOrder(order: Order, catalog: Catalog, coupons: readonly Coupon[]): Price {
  const notes: string[] = [];
  let goods = 0;
  let discount = 0;
  let reduced = 0;
  let full = 0;

  for (const line of order.lines) {
    const product = requireProduct(catalog, line.sku);
    let amount = product.price * line.quantity;
    goods += amount;
    // ten or more of one tea are cheaper, but not of the sampler boxes
    if (product.category === 'tea' && line.quantity >= BULK_FROM && !line.sku.startsWith('TEA-BOX')) {
      const less = percentOf(amount, BULK_PERCENT);
      amount -= less;
      discount += less;
      notes.push(`${product.title}: ${BULK_PERCENT} % for ${line.quantity}`);
    }
    if (product.category === 'tea' || product.category === 'book') {
      reduced += amount;
    } else {
      full += amount;
    }
  }

  // members; businesses have their own contracts
  const tier = order.customer.tier;
  if (tier && !order.customer.isBusiness) {
    const less = percentOf(goods - discount, TIER_PERCENT[tier]);
    const share = goods - discount === 0 ? 0 : reduced / (reduced + full);
    const lessReduced = Math.round(less * share);
    reduced -= lessReduced;
    full -= less - lessReduced;
    discount += less;
    notes.push(`${tier} member: ${TIER_PERCENT[tier]} %`);
  }

  const coupon = order.coupon ? findCoupon(coupons, order.coupon, order.placedOn) : undefined;
  console.log('coupon', order.coupon, coupon);
  if (order.coupon && !coupon) {
    notes.push(`The coupon ${order.coupon} is not valid.`);
  } else if (coupon) {
    const rest = goods - discount;
    if (coupon.minimum !== undefined && rest < coupon.minimum) {
      notes.push(`The coupon ${coupon.code} needs a larger order.`);
    } else {
      let less = coupon.percent !== undefined ? percentOf(rest, coupon.percent) : (coupon.amount ?? 0);
      if (less > rest) {
        less = rest;
      }
      const lessReduced = rest === 0 ? 0 : Math.round((less * reduced) / rest);
      reduced -= lessReduced;
      full -= less - lessReduced;
      discount += less;
      notes.push(`Coupon ${coupon.code}`);
    }
  }

  // prices are before tax; businesses abroad pay it at home
  let tax = 0;
  if (!(order.customer.isBusiness && order.customer.taxNumber && order.customer.country !== 'DE')) {
    tax = percentOf(reduced, FOOD_TAX) + percentOf(full, FULL_TAX);
  } else {
    notes.push('Tax is due in the country of the customer.');
  }
  return { goods, discount, tax, total: goods - discount + tax, notes };
}

/** The rate printed beside a line. */
export function taxRateOf(category: string): number {
  if (category === 'tea') return FOOD_TAX;
  return category === 'book' ? BOOK_TAX : FULL_TAX;
}
