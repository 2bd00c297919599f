import { percentOf } from './money.js';

export const RATES = { standard: 19, reduced: 7, none: 0 };

export function taxOn(cents, rate) {
  if (!(rate in RATES)) throw new RangeError(`there is no tax rate ${rate}`);
  return percentOf(cents, RATES[rate]);
}
