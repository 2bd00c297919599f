import { describe, expect, it } from 'vitest';
import { makeProject } from '../../support/temp-project.js';
import { writeProjectFile } from '../../support/project-file.js';
import { checkProject, define } from './check-project.js';

const forbid = define({ kind: 'regex', config: { forbid: 'bad\\(' } });
const tangled = define({ id: 'complexity', kind: 'metric', config: { metric: 'cyclomatic', max: 1 } });

async function ids(root: string): Promise<Record<string, string>> {
  const { violations } = await checkProject(root, [forbid, tangled]);
  return Object.fromEntries(violations.map(({ id, line, symbol }) => [symbol ?? `line ${line}`, id]));
}

describe('ids of violations', () => {
  it('are short and look like nothing else', async () => {
    const root = makeProject({ 'a.ts': 'bad(1);\n' });
    expect(Object.values(await ids(root))).toEqual([expect.stringMatching(/^V-[0-9a-f]{10}$/)]);
  });

  it('stay the same when lines shift, are indented anew, or change elsewhere', async () => {
    const text = 'function f(a) { return a ? bad(a) : 2; }\n';
    const root = makeProject({ 'a.ts': text });
    const before = await ids(root);
    writeProjectFile(
      root,
      'a.ts',
      `// new\r\n\r\nconst x = 1;\r\n\tfunction f(a) {  return a ? bad(a) : 2; }\r\n`,
    );
    const after = await ids(root);
    expect(after['line 4']).toBe(before['line 1']);
    expect(after['f']).toBe(before['f']);
  });

  it('of a function do not depend on what it measures', async () => {
    const root = makeProject({ 'a.ts': 'function f(a) { return a ? 1 : 2; }\n' });
    const before = await ids(root);
    writeProjectFile(root, 'a.ts', 'function f(a, b) {\n  return a ? 1 : b ? 2 : 3;\n}\n');
    expect((await ids(root))['f']).toBe(before['f']);
  });

  it('tell alike lines of one file apart, and files, checks and functions', async () => {
    const root = makeProject({
      'a.ts': 'bad(1);\nbad(1);\nfunction f(a) { return a ? 1 : 2; }\nfunction g(a) { return a ? 1 : 2; }\n',
      'b.ts': 'bad(1);\n',
    });
    const { violations } = await checkProject(root, [forbid, tangled]);
    expect(violations).toHaveLength(5);
    expect(new Set(violations.map(({ id }) => id)).size).toBe(5);
  });

  it('are those of the whole when only a part is asked about', async () => {
    const root = makeProject({ 'a.ts': 'bad(1);\n', 'b.ts': 'bad(1);\n' });
    const whole = await checkProject(root, [forbid]);
    const part = await checkProject(root, [forbid], { only: ['b.ts'] });
    expect(part.violations).toEqual(whole.violations.filter(({ path }) => path === 'b.ts'));
  });
});
