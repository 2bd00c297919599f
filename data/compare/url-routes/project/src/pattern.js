/** Turns `/users/:id/files/*` into a regular expression and the names of its parameters. */
export function compilePattern(pattern) {
  const names = [];
  const source = pattern.split('/').map((part) => {
    if (part === '*') return '.*';
    if (!part.startsWith(':')) return part;
    names.push(part.slice(1));
    return '([^/]+)';
  });
  return { expression: new RegExp(`^${source.join('/')}$`), names };
}
