import { describe, expect, it } from 'vitest';
import { makeProject } from '../../../support/temp-project.js';
import { checkProject, define, tell } from '../check-project.js';

const forbid = (config: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  define({ kind: 'regex', config, ...more });

describe('a regex check', () => {
  it('reports every forbidden match with its line, in files its globs name', async () => {
    const root = makeProject({
      'src/a.txt': 'one\nbad two bad\n',
      'src/deep/.hidden/b.txt': 'bad\n',
      'src/skip.txt': 'bad\n',
      'other.txt': 'bad\n',
    });
    const check = forbid(
      { forbid: 'bad', message: 'no bad words' },
      { files: ['src/**'], exclude: ['**/skip.*'] },
    );
    expect(tell(await checkProject(root, [check]))).toEqual([
      'src/a.txt:2 no bad words',
      'src/a.txt:2 no bad words',
      'src/deep/.hidden/b.txt:1 no bad words',
    ]);
  });

  it('reports files that lack what is required', async () => {
    const root = makeProject({ 'a.ts': '// a\n', 'b.ts': 'x\n', 'c.ts': '\uFEFF// c\n' });
    const check = forbid({ require: '^// ', flags: '' }, { files: ['**/*.ts'] });
    expect(tell(await checkProject(root, [check]))).toEqual(['b.ts:0 does not contain /^// /']);
  });

  it('proposes a change where a replacement is given, in offsets of the text as it is', async () => {
    const text = '\uFEFFvar a = 1;\r\n\tvar 😀b = 2;\r\n';
    const root = makeProject({ 'a.js': text });
    const check = forbid({ forbid: 'var (?<name>\\S+) =', replace: 'let $<name> $$1=$1 $&' });
    const { violations } = await checkProject(root, [check]);
    expect(
      violations.map(({ fix = [] }) => fix.map((one) => [text.slice(one.start, one.end), one.text])),
    ).toEqual([[['var a =', 'let a $1=a var a =']], [['var 😀b =', 'let 😀b $1=😀b var 😀b =']]]);
    expect(violations.map(({ line }) => line)).toEqual([1, 2]);
  });

  it('sees the end of a line before a carriage return, and the start of one after a byte order mark', async () => {
    const root = makeProject({ 'a.txt': '\uFEFFstart\r\nblank \r\n' });
    const check = forbid({ forbid: '^start$|[ \\t]+$' });
    expect((await checkProject(root, [check])).violations.map(({ line }) => line)).toEqual([1, 2]);
  });

  it('gives up on a pattern that backtracks forever, as an error, while others go on', async () => {
    const root = makeProject({ 'a.txt': `${'a'.repeat(60)}!\nbad\n` });
    const { ran, failedToRun, violations } = await checkProject(root, [
      forbid({ forbid: '(a+)+$' }, { id: 'slow' }),
      forbid({ forbid: 'bad' }, { id: 'fast' }),
    ]);
    expect(ran).toEqual(['fast']);
    expect(failedToRun).toEqual([
      { id: 'slow', error: expect.stringMatching(/longer than a second on a\.txt/) as string },
    ]);
    expect(violations.map(({ check }) => check)).toEqual(['fast']);
  });

  it('says which files it did not look at, and why', async () => {
    const root = makeProject({
      'binary.dat': 'bad\0',
      'huge.txt': 'bad\n'.repeat(500_000),
      'line.txt': `bad${'x'.repeat(30_000)}`,
      'many.txt': 'bad\n'.repeat(600),
    });
    const { skipped, violations } = await checkProject(root, [forbid({ forbid: 'bad' })]);
    expect(Object.fromEntries(skipped.map(({ path, why }) => [path, why]))).toEqual({
      'binary.dat': 'is binary',
      'huge.txt': 'is too large (2.0 MB)',
      'line.txt': 'is minified',
      'many.txt': 'has more than 500 findings of one check; the others are left out',
    });
    expect(violations).toHaveLength(500);
  });
});
