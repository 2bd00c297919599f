// A file that was named but does not exist: which ones are close?
import type { ActionView } from './contract.js';

export function suggestPath(path: string, view: ActionView): string {
  const name = path.split('/').at(-1)?.toLowerCase() ?? '';
  const close = view
    .listFiles()
    .filter((file) => file.toLowerCase().endsWith(`/${name}`) || file.toLowerCase() === name);
  return close.length > 0
    ? `Did you mean ${close.slice(0, 3).join(', ')}?`
    : 'Use search_code to find the file.';
}
