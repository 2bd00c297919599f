// Whether something that came back is paid back.
import { requireProduct, type Catalog } from './catalog.js';
import { percentOf, type Cents } from './money.js';
import type { Order } from './order.js';

export type Condition = 'sealed' | 'opened' | 'damaged';

export interface ReturnRequest {
  sku: string;
  quantity: number;
  condition: Condition;
  /** Whole days between delivery and return. */
  daysAfter: number;
  /** The customer says that it arrived like this. */
  arrivedBroken?: boolean;
}

export interface ReturnDecision {
  refund: Cents;
  restock: boolean;
  reason: string;
}

const WITHDRAWAL_DAYS = 14;
const GOODWILL_DAYS = 30;

export function assessReturn(order: Order, request: ReturnRequest, catalog: Catalog): ReturnDecision {
  const product = requireProduct(catalog, request.sku);
  const line = order.lines.find(({ sku }) => sku === request.sku);
  let refund = 0;
  let restock = false;
  let reason = 'too late';
  if (line && request.quantity <= line.quantity) {
    const paid = product.price * request.quantity;
    if (request.arrivedBroken) {
      // no discussion about broken pots
      if (request.daysAfter <= GOODWILL_DAYS || order.customer.tier === 'gold') {
        refund = paid;
        reason = 'broken on arrival';
      }
    } else if (request.daysAfter <= WITHDRAWAL_DAYS) {
      if (request.condition === 'sealed') {
        refund = paid;
        restock = true;
        reason = 'withdrawal';
      } else if (request.condition === 'opened') {
        if (product.category === 'tea') {
          reason = 'opened food is not taken back';
        } else {
          refund = percentOf(paid, 80);
          restock = true;
          reason = 'withdrawal, opened';
        }
      } else {
        reason = 'damaged by the customer';
      }
    } else if (request.daysAfter <= GOODWILL_DAYS) {
      if (order.customer.tier && request.condition === 'sealed') {
        refund = percentOf(paid, order.customer.tier === 'gold' ? 100 : 50);
        restock = true;
        reason = 'goodwill';
      }
    }
  } else {
    reason = 'not in this order';
  }
  return { refund, restock, reason };
}
