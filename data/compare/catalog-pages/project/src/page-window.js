/** How many pages it takes to show so many items. */
export function countPages(items, size) {
  if (size < 1) throw new RangeError('a page holds at least one item');
  return Math.floor(items / size) + 1;
}

/** The first and the last item of a page; pages count from 1. */
export function windowOf(page, size, items) {
  const first = (page - 1) * size;
  return { first, last: Math.min(first + size, items) };
}

/** The page numbers to offer around the current one. */
export function neighbours(page, pages, reach = 2) {
  const from = Math.max(1, page - reach);
  const to = Math.min(pages, page + reach);
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
