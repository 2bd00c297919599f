import type { Cents } from './money.js';

export interface Coupon {
  code: string;
  percent?: number;
  amount?: Cents;
  minimum?: Cents;
  from?: string;
  until?: string;
}

/** Codes are compared as people type them. */
export function findCoupon(coupons: readonly Coupon[], code: string, day: string): Coupon | undefined {
  const wanted = code.trim().toUpperCase();
  return coupons.find(
    (coupon) =>
      coupon.code === wanted &&
      (coupon.from === undefined || coupon.from <= day) &&
      (coupon.until === undefined || day <= coupon.until),
  );
}
