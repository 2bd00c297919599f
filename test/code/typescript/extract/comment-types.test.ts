// Types in comments of JavaScript that is checked.
import { describe, expect, it } from 'vitest';
import { openProject, textOf } from '../service/project.js';

const CONFIG = JSON.stringify({
  compilerOptions: { checkJs: true, strict: true, target: 'es2022', types: [] },
});
const FIELDS = Array.from({ length: 12 }, (_, at) => `numberOfField${at}`);
const TYPES = `export interface Address {\n${FIELDS.map((name) => `  ${name}: string;`).join('\n')}\n}\n`;

async function extractLines(lines: readonly string[], start: number, end: number): Promise<string> {
  const { service } = await openProject({
    'jsconfig.json': CONFIG,
    'types.d.ts': TYPES,
    'a.js': lines.join('\n'),
  });
  return textOf(
    service.refactor({ action: 'extract_function', path: 'a.js', function: 'f', start, end, name: 'moved' }),
  );
}

describe('a type in a comment', () => {
  it('is one that the file names when there are no shorter words', async () => {
    const text = await extractLines(
      [
        "/** @param {import('./types').Address} given @param {string[]} names */",
        'export function f(given, names) {',
        `  const address = { ${FIELDS.map((name) => `${name}: given.${name}`).join(', ')} };`,
        "  if (address.numberOfField1 !== '') names.push(address.numberOfField1);",
        "  if (address.numberOfField2 !== '') names.push(address.numberOfField2);",
        '  return address;',
        '}',
        '',
      ],
      4,
      5,
    );
    expect(text).toContain("@param {import('./types').Address} address\n");
  });

  it('is repeated as it was written', async () => {
    const text = await extractLines(
      [
        '/** @typedef {{ a: string, b: number }} Pair */',
        '/** @param {Pair | undefined} pair @param {string[]} [names] */',
        'export function f(pair, names) {',
        '  if (pair === undefined || names === undefined) return;',
        '  if (pair.b > 1) names.push(pair.a);',
        '  if (pair.b > 2) names.pop();',
        '}',
        '',
      ],
      5,
      6,
    );
    expect(text).toContain(' * @param {Pair} pair\n * @param {string[]} names\n');
  });
});
