// What a parcel weighs, which carrier takes it, and what that costs.
import { requireProduct, type Catalog } from './catalog.js';
import type { Cents } from './money.js';
import type { Address, Order } from './order.js';

export interface ShippingQuote {
  carrier: 'post' | 'courier' | 'freight';
  price: Cents;
  days: number;
  remark?: string;
}

const NEIGHBOURS = ['AT', 'BE', 'CH', 'CZ', 'DK', 'FR', 'LU', 'NL', 'PL'];
const PACKING_GRAMS = 180;
const BOX_GRAMS = 250;
const FREE_FROM = 5900;

export function weighOrder(order: Order, catalog: Catalog): number {
  let grams = PACKING_GRAMS;
  for (const line of order.lines) {
    const product = requireProduct(catalog, line.sku);
    grams += product.weightGrams * line.quantity + (product.fragile ? BOX_GRAMS : 0);
  }
  return grams;
}

export function quoteShipping(order: Order, catalog: Catalog, goods: Cents): ShippingQuote {
  const grams = weighOrder(order, catalog);
  const country = order.shipTo.country;
  let price: Cents;
  let days: number;
  let carrier: ShippingQuote['carrier'] = 'post';
  let remark: string | undefined;

  if (grams > 31500) {
    // too heavy for any parcel service, see the contract with the forwarder
    carrier = 'freight';
    price = 8900 + Math.ceil((grams - 31500) / 1000) * 120;
    days = country === 'DE' ? 4 : 9;
  } else if (country === 'DE') {
    price = grams <= 2000 ? 490 : grams <= 10000 ? 790 : 1390;
    days = 2;
    if (order.express) {
      carrier = 'courier';
      price += 900;
      days = 1;
    }
    if (goods >= FREE_FROM && !order.express && carrier === 'post') {
      price = 0;
      remark = 'free of charge';
    }
  } else if (NEIGHBOURS.includes(country)) {
    price = grams <= 2000 ? 990 : 1690;
    days = 4;
    if (country === 'CH') {
      price += 350;
      remark = 'customs papers needed';
    }
    if (order.express) {
      carrier = 'courier';
      price += 1800;
      days = 2;
    }
  } else {
    price = 2490 + Math.ceil(grams / 1000) * 310;
    days = 12;
    remark = 'customs papers needed';
    if (order.express) {
      carrier = 'courier';
      price = price * 2;
      days = 5;
    }
  }
  return remark === undefined ? { carrier, price, days } : { carrier, price, days, remark };
}

export interface Shipment {
  orderId: string;
  label: string;
  insuredFor: Cents;
  pickupOn: string;
  notify: boolean;
}

/** Called by the warehouse terminal, which fills in the arguments by their position. */
export function createShipment(
  orderId: string,
  shipTo: Address,
  carrier: ShippingQuote['carrier'],
  grams: number,
  insuredFor: Cents,
  pickupOn: string,
  notify: boolean,
): Shipment {
  const place = `${shipTo.country}-${shipTo.postcode} ${shipTo.city}`;
  const label = `${carrier.toUpperCase()} ${orderId} ${grams}g | ${shipTo.name}, ${shipTo.street}, ${place}`;
  return { orderId, label, insuredFor, pickupOn, notify };
}
