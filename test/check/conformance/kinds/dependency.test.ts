import { describe, expect, it } from 'vitest';
import { makeProject } from '../../../support/temp-project.js';
import { writeProjectFile } from '../../../support/project-file.js';
import { checkProject, define, tell } from '../check-project.js';

const depend = (config: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  define({ kind: 'dependency', config, ...more });
const cycles = depend({ cycles: 'forbid' });

describe('a dependency check', () => {
  it('reports a cycle once, at its first file, with the way round', async () => {
    const root = makeProject({
      'src/c.ts': "import './a.js';\n",
      'src/b.ts': "import './c.js';\n",
      'src/a.ts': "// first\nimport './other.js';\nimport { b } from './b.js';\n",
      'src/other.ts': 'export {};\n',
    });
    const outcome = await checkProject(root, [cycles]);
    expect(tell(outcome)).toEqual([
      'src/a.ts:3 imports itself in a circle: src/a.ts → src/b.ts → src/c.ts → src/a.ts',
    ]);
    expect(outcome.violations[0]).toMatchObject({ rule: 'cycle', value: 3, limit: 1 });
  });

  it('keeps the name of a cycle that grows, and says how large it is', async () => {
    const root = makeProject({ 'a.ts': "import './b.js';\n", 'b.ts': "import './a.js';\n" });
    const [before] = (await checkProject(root, [cycles])).violations;
    writeProjectFile(root, 'b.ts', "import './a.js';\nimport './c.js';\n");
    writeProjectFile(root, 'c.ts', "import './b.js';\n");
    const [after, ...others] = (await checkProject(root, [cycles])).violations;
    expect(others).toEqual([]);
    expect(after?.id).toBe(before?.id);
    expect(after?.message).toContain('(3 files are tangled up with each other)');
  });

  it('reports separate cycles separately, and shortens a long way', async () => {
    const ring = Array.from({ length: 12 }, (_, index) => [
      `ring/${String(index).padStart(2, '0')}.ts`,
      `import './${String((index + 1) % 12).padStart(2, '0')}.js';\n`,
    ]);
    const root = makeProject({
      ...(Object.fromEntries(ring) as Record<string, string>),
      'x.ts': "import './y.js';\n",
      'y.ts': "import './x.js';\n",
    });
    const [long, short] = tell(await checkProject(root, [cycles]));
    expect(long).toMatch(/ring\/00\.ts → .* → … 7 more … → ring\/00\.ts$/);
    expect(short).toMatch(/x\.ts → y\.ts → x\.ts$/);
  });

  it('survives a chain of imports deeper than the call stack', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 3_000 }, (_, index) => [
        `f${index}.ts`,
        `import './f${(index + 1) % 3_000}.js';\n`,
      ]),
    );
    const { violations } = await checkProject(makeProject(files), [cycles], { relateTests: false });
    expect(violations.map(({ value }) => value)).toEqual([3_000]);
  });

  it('lets a layer import itself and lower ones only', async () => {
    const root = makeProject({
      'src/core/a.ts': "import './b.js';\nimport '../app/main.js';\n",
      'src/core/b.ts': "import '../free.js';\n",
      'src/app/main.ts': "import '../core/b.js';\n",
      'src/free.ts': "import './app/main.js';\n",
    });
    const layers = [
      { name: 'core', files: ['src/core/**'] },
      { name: 'app', files: ['src/app/**'] },
    ];
    expect(tell(await checkProject(root, [depend({ layers })]))).toEqual([
      'src/core/a.ts:2 imports src/app/main.ts, but core lies below app and may not know it',
    ]);
  });

  it('reports forbidden imports with their reason', async () => {
    const root = makeProject({
      'src/a.ts': "const x = require('./db');\n",
      'src/db.ts': 'export {};\n',
      'src/b.ts': "import './a';\n",
    });
    const forbid = [{ from: ['src/a.ts'], to: ['**/db.ts'], why: 'ask the repository instead' }];
    expect(tell(await checkProject(root, [depend({ forbid })]))).toEqual([
      'src/a.ts:1 imports src/db.ts: ask the repository instead',
    ]);
  });

  it('looks only at files its globs name, and reports a cycle when any member is asked about', async () => {
    const root = makeProject({
      'a.ts': "import './b.js';\n",
      'b.ts': "import './a.js';\n",
      'c.ts': 'export {};\n',
    });
    expect(
      (await checkProject(root, [depend({ cycles: 'forbid' }, { exclude: ['b.ts'] })])).violations,
    ).toEqual([]);
    expect((await checkProject(root, [cycles], { only: ['b.ts'] })).violations).toHaveLength(1);
    expect((await checkProject(root, [cycles], { only: ['c.ts'] })).violations).toEqual([]);
  });

  it('says which files have unknown imports', async () => {
    const root = makeProject({ 'a.ts': '// @generated\nimport "./b.js";\n', 'b.ts': "import './a.js';\n" });
    const { skipped } = await checkProject(root, [cycles]);
    expect(skipped).toEqual([{ path: 'a.ts', why: 'its imports are not known' }]);
  });
});
