// A small shopping cart with two faults.
export function total(items) {
  let sum = 0;
  for (let i = 1; i < items.length; i++) sum += items[i].price * items[i].count;
  return sum;
}

export function discount(sum, percent) {
  return sum - percent;
}
