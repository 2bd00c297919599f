/** The same question has the same key, whatever the order of its parts. */
export function keyOf(query) {
  return Object.keys(query)
    .sort()
    .filter((name) => query[name])
    .map((name) => `${name}${query[name]}`)
    .join('');
}
