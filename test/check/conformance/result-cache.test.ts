import { readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadBuiltinChecks, type ChecksOutcome } from '../../../src/check/index.js';
import { openResultCache } from '../../../src/check/conformance/result-cache.js';
import { createSources } from '../../../src/check/conformance/sources.js';
import { writeProjectFile } from '../../support/project-file.js';
import { makeProject } from '../../support/temp-project.js';
import { checkProject, define } from './check-project.js';

const FILES = {
  'src/a.ts': "import './b.js';\nexport const f = (a) => (a ? 1 : a ? 2 : 3);\n",
  'src/b.ts': "import './a.js';\nexport const bad = 1;\n",
  'test/a.test.ts': "import '../src/a.js';\n",
  'tsconfig.json': '{}',
  'image.bin': 'a\0b',
};
const definitions = [
  define({ id: 'bad', kind: 'regex', config: { forbid: 'bad' } }),
  define({ id: 'complexity', kind: 'metric', config: { metric: 'cyclomatic', max: 1 } }),
  define({ id: 'cycles', kind: 'dependency', config: { cycles: 'forbid' } }),
];

function makeCached(): { root: string; folder: string; check: () => Promise<ChecksOutcome> } {
  const root = makeProject(FILES);
  const folder = path.join(path.dirname(root), 'cache');
  return { root, folder, check: async () => checkProject(root, definitions, { cacheFolder: folder }) };
}

describe('results of unchanged files', () => {
  it('are the same as without a cache, in the first run and in the next', async () => {
    const { root, check } = makeCached();
    const plain = await checkProject(root, definitions);
    expect(plain.violations.length).toBeGreaterThan(2);
    expect(await check()).toEqual(plain);
    expect(await check()).toEqual(plain);
  });

  it('follow a change of content, also one that keeps size and time', async () => {
    const { root, check } = makeCached();
    await check();
    const time = new Date('2020-01-01');
    writeProjectFile(root, 'src/b.ts', "import './a.js';\nexport const b00 = 1;\n");
    utimesSync(path.join(root, 'src/b.ts'), time, time);
    const changed = await check();
    expect(changed.violations.map(({ check: id }) => id)).not.toContain('bad');
    writeProjectFile(root, 'src/b.ts', "import './a.js';\nexport const bad = 1;\n");
    utimesSync(path.join(root, 'src/b.ts'), time, time);
    expect((await check()).violations.map(({ check: id }) => id)).toContain('bad');
  });

  it('follow a change of imports, of definitions and of the list of files', async () => {
    const { root, folder, check } = makeCached();
    expect((await check()).violations.map(({ check: id }) => id)).toContain('cycles');
    rmSync(path.join(root, 'src/a.ts'));
    expect((await check()).violations.map(({ check: id }) => id)).not.toContain('cycles');
    const other = define({ id: 'bad', kind: 'regex', config: { forbid: 'import' } });
    const { violations } = await checkProject(root, [other], { cacheFolder: folder });
    expect(violations.map(({ path: file }) => file)).toEqual(['src/b.ts', 'test/a.test.ts']);
    expect(readFileSync(path.join(folder, 'checks.json'), 'utf8')).not.toContain('"src/a.ts":{');
  });

  it('do not depend on severity and globs, which may change freely', async () => {
    const { root, folder, check } = makeCached();
    await check();
    const louder = define({
      id: 'worse',
      kind: 'regex',
      severity: 'error',
      files: ['src/**'],
      config: { forbid: 'bad' },
    });
    const { violations } = await checkProject(root, [louder], { cacheFolder: folder });
    expect(violations.map(({ check: id, severity }) => [id, severity])).toEqual([['worse', 'error']]);
  });

  it.each([
    ['empty', ''],
    ['cut off', undefined],
    ['of another kind', 'hello\n{}'],
    ['changed by hand', 'deadbeef\n{"version":1,"files":{},"results":{}}'],
  ])('are worked out anew when the file is %s', async (_, text) => {
    const { root, folder, check } = makeCached();
    const plain = await checkProject(root, definitions);
    await check();
    for (const name of readdirSync(folder)) {
      const file = path.join(folder, name);
      writeFileSync(file, text ?? readFileSync(file, 'utf8').slice(0, 200));
    }
    expect(await check()).toEqual(plain);
  });

  it('cost nothing but time when the folder cannot be written', async () => {
    const { root, folder } = makeCached();
    writeFileSync(folder, 'a file in the way');
    const plain = await checkProject(root, definitions);
    expect(await checkProject(root, definitions, { cacheFolder: path.join(folder, 'deeper') })).toEqual(
      plain,
    );
  });

  it('leave no temporary file behind', async () => {
    const { folder, check } = makeCached();
    await check();
    expect(readdirSync(folder).sort()).toEqual(['checks.json', 'imports.json']);
  });

  it('never hold a secret', async () => {
    const key = ['gh', 'p_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('');
    const root = makeProject({ 'a.ts': `export const token = '${key}';\n` });
    const folder = path.join(path.dirname(root), 'cache');
    const { violations } = await checkProject(root, loadBuiltinChecks(['secrets']), { cacheFolder: folder });
    expect(violations).toHaveLength(1);
    expect(readFileSync(path.join(folder, 'checks.json'), 'utf8')).not.toContain(key.slice(6, 20));
  });
});

describe('a file at rest', () => {
  it('is known by its size and times, without being read', () => {
    const root = makeProject(FILES);
    const folder = path.join(path.dirname(root), 'cache');
    const cache = openResultCache(folder);
    const first = createSources(root, cache).identify('src/a.ts');
    const known = cache.content('src/a.ts');
    expect(known).toMatchObject({ rested: false, ...('hash' in first ? { hash: first.hash } : {}) });
    // As it will be once two seconds have passed.
    cache.keepContent('src/a.ts', { stamp: known?.stamp ?? '', rested: true, hash: 'believed' });
    expect(createSources(root, cache).identify('src/a.ts')).toEqual({ hash: 'believed' });
    writeProjectFile(root, 'src/a.ts', 'other\n');
    expect(createSources(root, cache).identify('src/a.ts')).not.toEqual({ hash: 'believed' });
  });
});
