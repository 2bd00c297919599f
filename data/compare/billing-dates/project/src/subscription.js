import { addDays, addMonths, daysBetween, formatDay, parseDay } from './calendar.js';
import { findPlan } from './plans.js';

const TRIAL_DAYS = 14;

export function createSubscription({ customer, plan, start, trial = false }) {
  const begins = parseDay(start);
  return {
    customer,
    plan,
    anchor: formatDay(trial ? addDays(begins, TRIAL_DAYS) : begins),
    start,
  };
}

/** The day of the n-th bill; the first one is number 0. */
export function billingDay({ anchor, plan }, number) {
  return formatDay(addMonths(parseDay(anchor), number * findPlan(plan).months));
}

/** Every bill from the beginning up to a day. */
export function billsUntil(subscription, day) {
  const { cents } = findPlan(subscription.plan);
  const bills = [];
  for (let number = 0; billingDay(subscription, number) <= day; number++)
    bills.push({ number, day: billingDay(subscription, number), cents });
  return bills;
}

/** How much of the running period is left, between 0 and 1. */
export function remainingShare(subscription, day) {
  const bills = billsUntil(subscription, day);
  const last = bills.at(-1);
  if (!last) return 1;
  const next = billingDay(subscription, last.number + 1);
  const length = daysBetween(parseDay(last.day), parseDay(next));
  return daysBetween(parseDay(day), parseDay(next)) / length;
}
