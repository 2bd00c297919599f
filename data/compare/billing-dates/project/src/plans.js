export const PLANS = {
  monthly: { months: 1, cents: 900 },
  quarterly: { months: 3, cents: 2400 },
  yearly: { months: 12, cents: 8400 },
};

export function findPlan(name) {
  const plan = PLANS[name];
  if (!plan) throw new RangeError(`there is no plan ${name}`);
  return plan;
}
