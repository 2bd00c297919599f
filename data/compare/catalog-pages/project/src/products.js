const NAMES = ['Lamp', 'Chair', 'Desk', 'Shelf', 'Mirror', 'Rug', 'Clock', 'Vase', 'Stool', 'Bench', 'Frame'];

/** Products as the warehouse lists them. */
export function makeProducts(count, category = 'home') {
  return Array.from({ length: count }, (_, index) => ({
    id: `${category}-${index + 1}`,
    name: NAMES[index % NAMES.length],
    category,
    price: 500 + index * 25,
    stock: (index * 7) % 5,
  }));
}
