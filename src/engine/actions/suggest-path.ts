// A file that was named but cannot be read: which ones are close?
import type { ActionView } from './contract.js';

const MAX_LISTED = 30;

export function suggestPath(path: string, view: ActionView): string {
  const folder = path === '.' ? '' : `${path.replace(/\/+$/, '')}/`;
  const inside = view.listFiles().filter((file) => file.startsWith(folder));
  if (inside.length > 0) {
    const more = inside.length > MAX_LISTED ? ` and ${inside.length - MAX_LISTED} more` : '';
    return `It holds ${inside.slice(0, MAX_LISTED).join(', ')}${more}.`;
  }
  const name = path.split('/').at(-1)?.toLowerCase() ?? '';
  const close = view
    .listFiles()
    .filter((file) => file.toLowerCase().endsWith(`/${name}`) || file.toLowerCase() === name);
  return close.length > 0
    ? `Did you mean ${close.slice(0, 3).join(', ')}?`
    : 'Use search_code to find the file.';
}
