// How a tool names a file, turned into how we name it.
import { realpathSync } from 'node:fs';
import path from 'node:path';

/** Relative to the root with `/`; undefined for what lies outside. Tools may name the root by its real path or by a link to it. */
export function toProjectPath(root: string, named: string, from = root): string | undefined {
  const absolute = path.resolve(from, named);
  return relativeTo(root, absolute) ?? relativeTo(realRoot(root), absolute);
}

function relativeTo(root: string, absolute: string): string | undefined {
  const relative = path.relative(root, absolute);
  const isInside = relative !== '' && !relative.startsWith('..') && !path.isAbsolute(relative);
  return isInside ? relative.split(path.sep).join('/') : undefined;
}

function realRoot(root: string): string {
  try {
    return realpathSync(root);
  } catch {
    return root;
  }
}
