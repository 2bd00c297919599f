import { findPlan } from './plans.js';
import { remainingShare } from './subscription.js';

/** What is paid back when a subscription ends on a day, in whole cents. */
export function refundFor(subscription, day) {
  const { cents } = findPlan(subscription.plan);
  return Math.floor(cents * remainingShare(subscription, day));
}
