// What is said when there is no recipe.
import { describe, expect, it } from 'vitest';
import { openProject, requestFor } from './code-service.js';

async function explain(text: string, limits: Partial<ReturnType<typeof requestFor>> = {}): Promise<string> {
  const { service } = await openProject({ 'a.js': text });
  return service.advise({ ...requestFor('subject', 'a.js'), ...limits }).none ?? '';
}

function repeat(count: number, write: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => write(index)).join('\n');
}

describe('explainNone', () => {
  it('says that a switch of many cases stays whole', async () => {
    const cases = repeat(14, (index) => `    case ${index}: return call${index}(value);`);
    const none = await explain(
      `export function subject(kind, value) {\n  switch (kind) {\n${cases}\n  }\n}\n`,
    );
    expect(none).toContain('a switch of 14 cases is left, and no extraction divides a switch');
  });

  it('says that pieces need more parameters than are wanted', async () => {
    const names = Array.from({ length: 8 }, (_, index) => `p${index}`).join(', ');
    const parts = repeat(
      6,
      (index) => `  if (p0 > ${index}) {\n    if (p1) out.push(call${index}(${names}));\n  }`,
    );
    const none = await explain(`export function subject(${names}, out) {\n${parts}\n  return out;\n}\n`);
    expect(none).toMatch(/\d+ (were refused )?because the new function would need too many parameters/);
  });

  it('quotes why pieces cannot move', async () => {
    const parts = repeat(
      6,
      (index) => `  if (given.a${index}) {\n    if (given.b${index}) yield given.b${index};\n  }`,
    );
    const none = await explain(`export function* subject(given) {\n${parts}\n}\n`);
    expect(none).toMatch(/\d+ were refused because they yield\b/);
  });

  it('says which limit the new functions would break', async () => {
    const parts = repeat(10, (index) => `  if (given.a${index}) found.push(given.b${index});`);
    const text = `export function subject(given, found) {\n${parts}\n  return found;\n}\n`;
    const none = await explain(text, { limits: { function_lines: 2 } });
    expect(none).toMatch(/would have \d+ lines, over 2/);
    expect(none).not.toMatch(/length in lines of|because of/);
  });

  it('says what refuses a piece in the words of the refusal, once', async () => {
    const parts = repeat(
      6,
      (index) => `  if (given.a${index}) {\n    if (given.b${index}) given.call(eval('x'));\n  }`,
    );
    const none = await explain(`export function subject(given) {\n${parts}\n}\n`);
    expect(none).toMatch(/because with eval or with around, no name is certain/);
    expect(none.match(/no name is certain/g)).toHaveLength(1);
    expect(none).not.toMatch(/unsupported|not found|because of/);
  });
});
