/** The line below a list: `‹ 1 [2] 3 ›`. */
export function renderPager({ number, links, hasNext }) {
  const numbers = links.map((link) => (link === number ? `[${link}]` : `${link}`));
  return [number > 1 ? '‹' : '', ...numbers, hasNext ? '›' : ''].filter((part) => part !== '').join(' ');
}

export function renderList({ items }) {
  return items.map(({ name, price }) => `${name.padEnd(12)}${(price / 100).toFixed(2)}`).join('\n');
}
