// The folders above a path, nearest first; the root is the empty string.

export function listAncestors(path: string): string[] {
  const segments = path.split('/').slice(0, -1);
  return Array.from({ length: segments.length + 1 }, (_, up) =>
    segments.slice(0, segments.length - up).join('/'),
  );
}
