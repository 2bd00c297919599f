// What a project says about the format of its files, and what new functions make of it.
import { describe, expect, it } from 'vitest';
import { readFormat } from '../../../../src/code/typescript/service/read-format.js';
import { openProject } from '../advise/code-service.js';

function read(
  files: Readonly<Record<string, string>>,
  path = '/project/src/a.ts',
): ReturnType<typeof readFormat> {
  return readFormat((absolute) => files[absolute], '/project', path);
}

describe('readFormat', () => {
  it('takes the width of lines, spaces and commas from JSON, YAML and JavaScript alike', () => {
    const expected = {
      width: 100,
      tabWidth: 4,
      bracketSpacing: false,
      trailingComma: 'none',
      isPrettier: true,
    };
    const json = '{ "printWidth": 100, "tabWidth": 4, "bracketSpacing": false, "trailingComma": "none" }';
    const yaml = 'printWidth: 100\ntabWidth: 4\nbracketSpacing: false\ntrailingComma: none\n';
    const script =
      "module.exports = {\n  printWidth: 100,\n  tabWidth: 4,\n  bracketSpacing: false,\n  trailingComma: 'none',\n};\n";
    expect(read({ '/project/.prettierrc': json })).toEqual(expected);
    expect(read({ '/project/.prettierrc': yaml })).toEqual(expected);
    expect(read({ '/project/prettier.config.js': script })).toEqual(expected);
    expect(read({ '/project/package.json': `{ "name": "a", "prettier": ${json} }` })).toEqual(expected);
  });

  it('prefers what stands nearer to the file, and passes over what is said about other files', () => {
    const near = '{ "printWidth": 70, "overrides": [{ "files": "*.md", "options": { "printWidth": 40 } }] }';
    const files = { '/project/src/.prettierrc.json': near, '/project/.prettierrc': '{ "printWidth": 100 }' };
    expect(read(files)?.width).toBe(70);
    expect(read(files, '/project/b.ts')?.width).toBe(100);
  });

  it('takes what Prettier takes when nothing is said', () => {
    expect(read({ '/project/.prettierrc': '{ "singleQuote": true }' })).toMatchObject({
      width: 80,
      tabWidth: 2,
    });
  });

  it('takes the width of an editor where its section is about such files', () => {
    const text =
      'root = true\n[*]\nmax_line_length = 90\nindent_size = 4\n[*.{ts,tsx}]\nmax_line_length = 120\n[*.md]\nmax_line_length = 60\n';
    expect(read({ '/project/.editorconfig': text })).toEqual({ width: 120, tabWidth: 4, isPrettier: false });
    expect(read({ '/project/.editorconfig': text }, '/project/a.js')?.width).toBe(90);
  });

  it('knows nothing where nothing is said', () => {
    expect(read({ '/project/package.json': '{ "name": "a" }' })).toBeUndefined();
    expect(read({ '/project/.editorconfig': '[*]\nindent_size = 2\n' })).toBeUndefined();
  });
});

const SOURCE = `
export function show(customer, amount, currency) {
  let text = '';
  if (customer && customer.name.length > amount && customer.city !== currency) {
    text = customer.name + amount + currency + customer.city;
  }
  return text;
}
`;

async function extract(files: Readonly<Record<string, string>>): Promise<string> {
  const { service } = await openProject({ 'a.js': SOURCE, ...files });
  const outcome = service.refactor({
    action: 'extract_function',
    path: 'a.js',
    function: 'show',
    start: 4,
    end: 6,
    name: 'describeCustomer',
  });
  return outcome.ok ? (outcome.files[0]?.text ?? '') : outcome.message;
}

describe('a new function', () => {
  it('is no wider than the project says', async () => {
    const broken = /describeCustomer\(\n\s+customer,\n\s+amount,\n\s+currency,?\n\s*\)/;
    expect(await extract({ '.prettierrc': '{ "printWidth": 40 }' })).toMatch(broken);
    expect(await extract({ '.editorconfig': '[*]\nmax_line_length = 40\n' })).toMatch(broken);
    expect(await extract({})).not.toMatch(broken);
  });

  it('has the commas that the project wants', async () => {
    const all = await extract({ '.prettierrc': '{ "printWidth": 40, "trailingComma": "all" }' });
    const none = await extract({ '.prettierrc': '{ "printWidth": 40, "trailingComma": "none" }' });
    expect(all).toMatch(/currency,\n\s*\)/);
    expect(none).not.toMatch(/currency,\n\s*\)/);
  });
});
