import { describe, expect, it } from 'vitest';
import { findExampleTest } from '../../src/code/index.js';

const jsTest = "import { it } from 'vitest';\nit('adds', () => {});\n";
const pyTest = 'def test_add():\n    assert True\n';

function find(files: Record<string, string>, near?: string) {
  return findExampleTest(Object.keys(files), (path) => files[path], near);
}

describe('findExampleTest', () => {
  it('finds nothing where there are no tests', () => {
    expect(find({ 'src/a.ts': 'test()', 'test/setup.ts': jsTest })).toBeUndefined();
    expect(find({ 'test/a.test.ts': '// nothing yet\n' })).toBeUndefined();
  });

  it('shows the whole of a short test', () => {
    expect(find({ 'test/a.test.ts': jsTest })).toEqual({ path: 'test/a.test.ts', excerpt: jsTest.trimEnd() });
  });

  it('stays in the language of the neighbour', () => {
    const files = { 'a/a.test.js': jsTest, 'tests/test_a.py': pyTest };
    expect(find(files, 'a/new.py')?.path).toBe('tests/test_a.py');
    expect(find(files, 'tests/new.ts')?.path).toBe('a/a.test.js');
    expect(find(files, 'tests/new.rs')).toBeUndefined();
  });

  it('prefers the nearest folder, also across mirrored trees', () => {
    const files = { 'test/a/x.test.ts': jsTest, 'test/b/x.test.ts': jsTest, 'test/x.test.ts': jsTest };
    expect(find(files, 'src/b/new.ts')?.path).toBe('test/b/x.test.ts');
    expect(find(files, 'src/new.ts')?.path).toBe('test/x.test.ts');
  });

  it('prefers a readable length and cuts what is too long', () => {
    const long = jsTest + "it('more', () => {});\n".repeat(500);
    const medium = jsTest + "it('more', () => {});\n".repeat(30);
    expect(find({ 'a.test.ts': long, 'b.test.ts': medium, 'c.test.ts': jsTest })?.path).toBe('b.test.ts');
    const only = find({ 'a.test.ts': long });
    expect(only?.excerpt.split('\n')).toHaveLength(60);
    const wide = find({ 'a.test.ts': `${jsTest}// ${'x'.repeat(9_000)}\n` });
    expect(wide?.excerpt).toBe(jsTest.trimEnd());
  });
});
