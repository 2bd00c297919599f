// Changes every string in plain data.

const MAX_DEPTH = 100;

export type ChangeText = (text: string, role: 'name' | 'path' | 'value') => string;

/** The same data with every string in it changed; what is nested deeper than anything of ours is left out. */
export function mapStrings<T>(value: T, change: ChangeText, role: 'path' | 'value' = 'value', depth = 0): T {
  if (typeof value === 'string') return change(value, role) as T;
  if (value === null || typeof value !== 'object') return value;
  if (depth > MAX_DEPTH) return '(nested too deeply)' as T;
  if (Array.isArray(value))
    return value.map((item: unknown) => mapStrings(item, change, 'value', depth + 1)) as T;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      change(name, 'name'),
      mapStrings(item, change, name === 'path' ? 'path' : 'value', depth + 1),
    ]),
  ) as T;
}
