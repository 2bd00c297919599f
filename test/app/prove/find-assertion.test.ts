import { describe, expect, it } from 'vitest';
import { countTests } from '../../../src/app/prove/count-tests.js';
import { hasAssertion } from '../../../src/app/prove/find-assertion.js';

describe('whether a test asserts anything', () => {
  it.each([
    ["test('a', () => { assert.equal(f(), 1); });", true],
    ["test('a', () => { expect(f()).toBe(1); });", true],
    ["test('a', (t) => { t.is(f(), 1); });", true],
    ["test('a', () => { checkTotal(f()); });", true],
    ["test('a', () => { f(); });", false],
    ["test('a', () => { f(); /* assert.ok(f()) */ });", false],
    ["test('a', () => { f(); expect(true).toBe(true); assert.equal('x', 'x'); });", false],
  ])('%s → %s', async (text, asserts) => {
    expect(await hasAssertion('a.test.js', text, 'a')).toBe(asserts);
  });

  it('knows a test by the end of its full name, and says so when it is not there', async () => {
    const text = "describe('cart', () => { it('sums', () => { expect(f()).toBe(1); }); });";
    expect(await hasAssertion('a.test.js', text, 'cart sums')).toBe(true);
    expect(await hasAssertion('a.test.js', text, 'cart > sums')).toBe(true);
    expect(await hasAssertion('a.test.js', text, 'cart resums')).toBeUndefined();
  });

  it('reads Python tests', async () => {
    const text = 'def test_a():\n    f()\n    assert True\n\ndef test_b():\n    assert f() == 1\n';
    expect(await hasAssertion('test_a.py', text, 'test_a::test_a')).toBe(false);
    expect(await hasAssertion('test_a.py', text, 'test_a::test_b')).toBe(true);
  });
});

describe('counting tests', () => {
  it('counts tests, assertions and skips, but not what is commented out', () => {
    const text =
      "it('a', () => { expect(1).toBe(1); });\n// it('b')\nit.skip('c', () => {});\ntest('d', { skip: true }, () => { assert(x); });\n";
    expect(countTests('a.test.ts', text)).toEqual({ tests: 2, assertions: 2, skips: 2 });
    expect(
      countTests('test_a.py', '@pytest.mark.skip\ndef test_a():\n    assert x\n    # assert y\n'),
    ).toEqual({ tests: 1, assertions: 1, skips: 1 });
    expect(countTests('a_test.go', 'func TestA(t *testing.T) {\n t.Fatal("x")\n t.Skip()\n}')).toEqual({
      tests: 1,
      assertions: 1,
      skips: 1,
    });
  });
});
