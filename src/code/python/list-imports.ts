// The imports of a Python file, from its logical lines.
import type { ImportRef } from '../language-provider.js';
import { readLogicalLines } from './logical-lines.js';

/** Both are keywords, so outside strings they appear nowhere else; a one-line block may stand before them. */
const FROM = /(?:^|: ?)from ?(\.*[\p{L}\p{N}_.]*?) ?\bimport\b ?(.+)$/u;
const IMPORT = /(?:^|: ?)import ([^ (].*)$/;

export async function listPythonImports(_path: string, text: string): Promise<ImportRef[]> {
  if (!text.includes('import')) return [];
  return readLogicalLines(text).flatMap(({ code, start }) =>
    code.split(';').flatMap((statement) => readStatement(statement.trim().replace(/\s+/g, ' '), start)),
  );
}

function readStatement(statement: string, line: number): ImportRef[] {
  const from = FROM.exec(statement);
  if (from !== null) {
    const specifier = from[1] ?? '';
    return specifier === '' ? [] : splitNames(from[2] ?? '').map((name) => ({ specifier, name, line }));
  }
  const plain = IMPORT.exec(statement);
  return plain === null ? [] : splitNames(plain[1] ?? '').map((specifier) => ({ specifier, line }));
}

/** `(a, b as c,)` → a, b. */
function splitNames(list: string): string[] {
  return list
    .replace(/[()]/g, ' ')
    .split(',')
    .map((item) => item.trim().split(/\s/)[0] ?? '')
    .filter((name) => name !== '');
}
