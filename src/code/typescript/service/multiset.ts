// What one list has more often than another.

export function subtract(more: readonly string[], less: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const item of less) left.set(item, (left.get(item) ?? 0) + 1);
  return more.filter((item) => {
    const count = left.get(item) ?? 0;
    left.set(item, count - 1);
    return count <= 0;
  });
}
