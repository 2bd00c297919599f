/** The path of an address without query, fragment and a slash at its end. */
export function cleanPath(address) {
  const [path] = address.split(/[?#]/, 1);
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

export function parseQuery(address) {
  const start = address.indexOf('?');
  if (start === -1) return {};
  const [query] = address.slice(start + 1).split('#', 1);
  return Object.fromEntries(new URLSearchParams(query));
}
