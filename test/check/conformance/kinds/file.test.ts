import { describe, expect, it } from 'vitest';
import { makeProject } from '../../../support/temp-project.js';
import { checkProject, define, tell } from '../check-project.js';

const file = (config: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  define({ kind: 'file', config, ...more });

describe('a file check', () => {
  const root = makeProject({
    'README.md': 'x'.repeat(50),
    'src/a/one.ts': '',
    'src/a/two.ts': '',
    'test/a/one.test.ts': '',
    'src/.DS_Store': '',
  });

  it('reports what is missing, also when only other files are asked about', async () => {
    const check = file({ require: ['README.md', 'LICENSE*', 'docs/*.md'] });
    const missing = [
      'LICENSE*:0 is required and does not exist',
      'docs/*.md:0 is required and does not exist',
    ];
    expect(tell(await checkProject(root, [check]))).toEqual(missing);
    expect(tell(await checkProject(root, [check], { only: ['src/a/one.ts'] }))).toEqual(missing);
  });

  it('reports what is forbidden', async () => {
    expect(tell(await checkProject(root, [file({ forbid: ['**/.DS_Store'] })]))).toEqual([
      'src/.DS_Store:0 does not belong here',
    ]);
  });

  it('reports files that are too large', async () => {
    const { violations } = await checkProject(root, [file({ maxBytes: 20 })]);
    expect(violations).toMatchObject([{ path: 'README.md', value: 50, limit: 20 }]);
  });

  it('reports files without their companion', async () => {
    const check = file({ companion: 'test/{subdir}/{name}.test.{ext}' }, { files: ['src/**/*.ts'] });
    expect(tell(await checkProject(root, [check]))).toEqual([
      'src/a/two.ts:0 has no test/a/two.test.ts beside it',
    ]);
    expect((await checkProject(root, [check], { only: ['src/a/one.ts'] })).violations).toEqual([]);
  });
});
