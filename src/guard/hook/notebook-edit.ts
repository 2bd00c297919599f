// The change of one cell of a notebook.
import type { Fields } from './call.js';
import { readText, toFields } from './fields.js';
import type { Content, FileChange } from './file-change.js';

export function editNotebook(path: string, input: Fields): FileChange {
  return { path, apply: (before) => changeCell(before, input) };
}

function changeCell(before: string | null, input: Fields): Content {
  const notebook = parseNotebook(before);
  const source = readText(input, 'new_source') ?? '';
  if (notebook === undefined) return undefined;
  const { cells } = notebook;
  const id = readText(input, 'cell_id');
  const at =
    id === undefined
      ? -1
      : cells.findIndex((cell, index) => toFields(cell)['id'] === id || id === `cell-${index}`);
  const mode = readText(input, 'edit_mode') ?? 'replace';
  if (mode !== 'insert' && at < 0) return undefined;
  const cell = { ...toFields(cells[at]), source: source.split(/(?<=\n)/) };
  if (mode === 'insert')
    cells.splice(at + 1, 0, { cell_type: readText(input, 'cell_type') ?? 'code', source: cell.source });
  else cells.splice(at, 1, ...(mode === 'delete' ? [] : [cell]));
  return `${JSON.stringify(notebook.all, null, 1)}\n`;
}

function parseNotebook(text: string | null): { all: Fields; cells: unknown[] } | undefined {
  try {
    const all = toFields(JSON.parse(text ?? ''));
    const cells: unknown = all['cells'];
    return Array.isArray(cells) ? { all, cells } : undefined;
  } catch {
    return undefined;
  }
}
