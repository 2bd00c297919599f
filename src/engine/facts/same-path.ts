// Whether two paths, one perhaps absolute and one relative, mean the same file.

export function isSamePath(left: string, right: string): boolean {
  const [a, b] = [left.replace(/^\.\//, ''), right.replace(/^\.\//, '')];
  return a === b || a.endsWith(`/${b}`) || b.endsWith(`/${a}`);
}
