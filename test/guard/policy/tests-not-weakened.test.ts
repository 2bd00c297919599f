import { describe, expect, it } from 'vitest';
import { change, edit, judge, say, shell } from './judge-action.js';

const JS = `import { it, expect } from 'vitest';
it('adds', () => {
  expect(add(1, 2)).toBe(3);
  expect(add(0, 0)).toBe(0);
});
it('subtracts', () => {
  expect(subtract(2, 1)).toBe(1);
});
`;

/** A test file in every language: one test, two assertions, and how it is skipped. */
const LANGUAGES: readonly (readonly [string, string, string, string, string])[] = [
  [
    'tests-javascript',
    'src/a.test.ts',
    "test('a', () => {",
    '  assert.equal(a, 1);',
    "test.skip('b', () => {});",
  ],
  ['tests-javascript', 'test/a.js', "test('a', t => {", '  t.is(a, 1);', "test.todo('b');"],
  ['tests-javascript', 'test/tap.js', "t.test('a', t => {", '  t.equal(a, 1);', 't.skip();'],
  [
    'tests-javascript',
    'lib/__tests__/a.jsx',
    "it('a', () => {",
    '  expect(a).toBe(1);',
    "xit('b', () => {});",
  ],
  ['tests-python', 'tests/test_a.py', 'def test_a():', '    assert a == 1', '@pytest.mark.skip'],
  [
    'tests-python',
    'pkg/a_test.py',
    '    def test_a(self):',
    '        self.assertEqual(a, 1)',
    '@unittest.skip("x")',
  ],
  ['tests-go', 'a_test.go', 'func TestA(t *testing.T) {', '	t.Errorf("x")', '	t.Skip()'],
  ['tests-ruby', 'spec/a_spec.rb', '  it "adds" do', '    expect(a).to eq(1)', '  xit "b" do'],
  ['tests-ruby', 'test/a_test.rb', '  def test_a', '    assert_equal 1, a', '    skip "x"'],
  ['tests-java', 'src/test/java/ATest.java', '  @Test', '    assertEquals(1, a);', '  @Disabled'],
  [
    'tests-php',
    'tests/ATest.php',
    '  public function testA() {',
    '    $this->assertSame(1, $a);',
    '    $this->markTestSkipped();',
  ],
  ['tests-csharp', 'A.Tests/ATests.cs', '  [Fact]', '    Assert.Equal(1, a);', '  [Fact(Skip = "x")]'],
];

describe.each(LANGUAGES)('%s in %s', (guard, name, test, assertion, skip) => {
  const text = [test, assertion, assertion, '}', ''].join('\n');

  it('denies a deleted file, a removed test, a removed assertion and a skip', () => {
    expect(say(change(name, text, null))).toBe(`deny ${guard}`);
    expect(say(change(name, text, text.replace(test, 'helper')))).toBe(`deny ${guard}`);
    expect(say(change(name, text, text.replace(`${assertion}\n`, '')))).toBe(`deny ${guard}`);
    expect(say(change(name, text, `${text}${skip}\n`))).toBe(`deny ${guard}`);
    expect(say(shell('rm', [`delete ${name}`]))).toBe(`deny ${guard}`);
  });

  it('allows a new file, more tests, other texts, and a skip that goes', () => {
    expect(say(change(name, null, text))).toBe('allow');
    expect(say(change(name, text, text + text))).toBe('allow');
    expect(say(change(name, text, text.replace('1', '2')))).toBe('allow');
    expect(say(change(name, `${text}${skip}\n`, text + text))).toBe('allow');
  });

  it('counts a file that moves within one action once', () => {
    const moved = name.replace(/([^/]*)$/, 'sub/$1');
    const files = [
      { path: name, before: text, after: null },
      { path: moved, before: null, after: text },
    ];
    expect(say(edit(...files))).toBe('allow');
    expect(say(edit(...files.toReversed()))).toBe('allow');
    expect(say(shell('mv', [`move ${name}`, `write ${moved}`]))).toBe('allow');
    expect(say(shell('mv', [`move ${name}`, `write ${name}.bak`]))).toBe(`deny ${guard}`);
  });
});

describe('tests', () => {
  it('say what they would lose', () => {
    const { verdict } = judge(change('a.test.ts', JS, JS.replace('  expect(add(0, 0)).toBe(0);\n', '')));
    expect(verdict).toMatchObject({ decision: 'deny', reason: 'a.test.ts would have fewer assertions' });
  });

  it.each([
    ['commented out', JS.replace("it('subtracts'", "// it('subtracts'")],
    ['in a block comment', JS.replace("it('subtracts'", "/* it('subtracts'")],
    ['in a string', JS.replace("it('subtracts'", "const old = `\nit('subtracts'") + '`;'],
    ['behind a condition that never holds', `if (false) {\n${JS}}`],
    ['replaced by what always holds', JS.replace('expect(add(0, 0)).toBe(0)', 'expect(true).toBe(true)')],
    ['emptied', ''],
    ['set apart', JS.replace("it('adds'", "it.only('adds'")],
    ['far to the right', JS + ' '.repeat(900) + "it.skip('x', () => {});\n"],
    ['failing on purpose', JS.replace("it('adds'", "it.fails('adds'")],
    ['skipped by an option', JS.replace("it('adds', ", "it('adds', { skip: true }, ")],
  ])('are weakened when %s', (_, after) => {
    expect(say(change('a.test.ts', JS, after))).toBe('deny tests-javascript');
  });

  it.each([
    ['rewritten with as many assertions', JS.replaceAll('toBe', 'toEqual')],
    [
      'put in another order',
      JS.split(/(?=^it)/m)
        .toReversed()
        .join(''),
    ],
    ['renamed', JS.replace('adds', 'sums')],
    ['given a helper', `${JS}function helper() {\n  return /it(s)/.test('x');\n}\n`],
    ['with a pattern that is tested', JS.replace('add(1, 2)', "/x/.test('x') + 3")],
    ['commented', JS.replace("it('adds'", "// it.skip is no way out\nit('adds'")],
  ])('are not weakened when %s', (_, after) => {
    expect(say(change('a.test.ts', JS, after))).toBe('allow');
  });

  it('are no matter outside the project, or in source files', () => {
    expect(say(shell('rm', ['delete /tmp/scratch.test.ts']))).toBe('allow');
    expect(say(change('src/a.ts', 'assert(a);\n', ''))).toBe('allow');
    expect(say(change('src/expect.ts', JS, ''))).toBe('allow');
  });

  it('of Rust stand among the source', () => {
    const rust = '#[test]\nfn adds() {\n  assert_eq!(1, 1);\n}\n';
    expect(say(change('src/lib.rs', rust, rust.replace('#[test]\n', '')))).toBe('deny tests-rust');
    expect(say(change('src/lib.rs', rust, rust.replace('#[test]', '#[test]\n#[ignore]')))).toBe(
      'deny tests-rust',
    );
    expect(say(change('tests/a.rs', rust, rust.replace(/ {2}assert.*\n/, '')))).toBe(
      'deny tests-rust-assertions',
    );
    expect(say(change('src/lib.rs', rust, `${rust}fn more() {}\n`))).toBe('allow');
  });

  it('of Go are not hidden behind a build condition', () => {
    const go = 'package a\n\nfunc TestA(t *testing.T) {}\n';
    expect(say(change('a_test.go', go, `//go:build never\n\n${go}`))).toBe('ask tests-go-build');
  });

  it.each(['test', 'tests/', 'packages/a/__tests__', 'spec', 'tests/*'])(
    'are not deleted by the folder: %s',
    (name) => {
      expect(say(shell('rm -rf', [`delete ${name}`]))).toBe('deny test-folders-deleted');
    },
  );

  it.each(['dist/test', 'node_modules/x/test', 'test/output.txt', '/tmp/tests', 'src/*.ts'])(
    'are not what is deleted with %s',
    (name) => {
      expect(say(shell('rm -rf', [`delete ${name}`]))).toBe('allow');
    },
  );

  it('that are written by a shell are looked at afterwards, when their text is known', () => {
    const write = shell('sed -i x a.test.ts', ['write a.test.ts']);
    expect(say(write)).toBe('allow');
    const after = { ...write, stage: 'post' as const, files: [{ path: 'a.test.ts', before: JS, after: '' }] };
    expect(say(after)).toBe('deny tests-javascript');
  });
});

describe('snapshots', () => {
  it.each([
    'npx vitest -u',
    'npm test -- -u',
    'jest --updateSnapshot',
    'pnpm vitest run --update',
    'pytest --snapshot-update',
    'go test ./... -update',
    'cargo insta accept',
    'UPDATE_SNAPSHOTS=1 npm test',
  ])('rewritten are asked about: %s', (command) => {
    expect(say(shell(command))).toBe('ask snapshots-rewritten');
  });

  it.each([
    'npx vitest run',
    'npm test',
    'npm update',
    'npm install -g x',
    'go test ./...',
    'sort -u a',
    'git push -u',
  ])('stay with %s', (command) => {
    expect(say(shell(command))).toBe('allow');
  });

  it('edited by hand or deleted are asked about', () => {
    expect(say(change('src/__snapshots__/a.snap', 'a', 'b'))).toBe('ask snapshots-edited');
    expect(say(shell('rm', ['delete src/__snapshots__/a.snap']))).toBe('ask snapshots-edited');
  });
});

const packageFile = (scripts: Record<string, string>, more = {}): string =>
  JSON.stringify({ name: 'a', scripts, ...more }, null, 2);

describe('how tests are run', () => {
  it.each([
    'vitest run || true',
    'vitest run; exit 0',
    'true',
    'exit 0',
    '',
    'echo ok',
    'jest --passWithNoTests',
  ])('may not become: %s', (script) => {
    const before = packageFile({ test: 'vitest run' });
    expect(say(change('package.json', before, packageFile({ test: script })))).toMatch(/^deny test/);
  });

  it.each([
    ['another runner', packageFile({ test: 'node --test' })],
    ['another script', packageFile({ test: 'vitest run', postinstall: 'husky || true' })],
    ['a dependency', packageFile({ test: 'vitest run' }, { dependencies: { zod: '4' } })],
    ['coverage', packageFile({ test: 'vitest run --coverage' })],
  ])('may get %s', (_, after) => {
    expect(say(change('package.json', packageFile({ test: 'vitest run' }), after))).toBe('allow');
  });

  it.each([
    ['vitest.config.ts', 'test: {\n', 'test: {\n  passWithNoTests: true,\n'],
    ['pytest.ini', '[pytest]\n', '[pytest]\naddopts = --deselect tests/test_a.py::test_a\n'],
    ['pom.xml', '<properties>\n', '<properties>\n<maven.test.skip>true</maven.test.skip>\n'],
    ['Makefile', 'test:\n\tpytest tests\n', 'test:\n\tpytest tests || true # test\n'],
    ['build.gradle', 'test {\n', 'test {\n  ignoreFailures = true\n'],
  ])('is not silenced in %s', (name, before, after) => {
    expect(say(change(name, before, after.replace('pytest tests ||', 'pytest test ||')))).toBe(
      'deny tests-silenced',
    );
  });

  it.each([
    ['vitest.config.ts', "exclude: ['dist'],\n", "exclude: ['dist', 'src/a.test.ts'],\n"],
    ['vitest.config.ts', 'test: {}\n', "test: { exclude: ['src/a.test.ts'] }\n"],
    ['vitest.config.ts', "exclude: [\n  'dist',\n],\n", "exclude: [\n  'dist',\n  'src/a.test.ts',\n],\n"],
    ['jest.config.js', "testMatch: ['**/*.test.js']\n", "testMatch: ['**/b.test.js']\n"],
    [
      'jest.config.js',
      'module.exports = {}\n',
      "module.exports = { testPathIgnorePatterns: ['a.test.js'] }\n",
    ],
    ['jest.config.js', 'lines: 90,\n', 'lines: 50,\n'],
    ['jest.config.js', 'coverageThreshold: { global: { lines: 90 } }\n', ''],
    ['.coveragerc', '[report]\nfail_under = 90\n', '[report]\nfail_under = 10\n'],
    ['pytest.ini', '[pytest]\ntestpaths = tests\n', '[pytest]\ntestpaths = tests/unit\n'],
    ['vitest.config.ts', 'a\n', null],
  ])('that finds less or asks for less needs a person: %s', (name, before, after) => {
    expect(say(change(name, before, after))).toBe('ask tests-left-out');
  });

  it.each([
    ['vitest.config.ts', "exclude: ['dist', 'a'],\n", "exclude: ['dist'],\n"],
    ['vitest.config.ts', 'environment: node\n', 'environment: jsdom\n'],
    ['src/avatar.ts', "include: ['a'],\n", "include: ['b'],\n"],
    ['jest.config.js', 'lines: 50,\n', 'lines: 90,\n'],
    ['vitest.config.ts', null, "export default { test: { exclude: ['dist'] } };\n"],
  ])('that finds more or the same is free: %s', (name, before, after) => {
    expect(say(change(name, before, after))).toBe('allow');
  });

  it('in a package file needs a person', () => {
    const before = packageFile({ test: 'jest' }, { jest: { testMatch: ['**/*.test.js'] } });
    const after = packageFile({ test: 'jest' }, { jest: { testMatch: ['**/b.test.js'] } });
    expect(say(change('package.json', before, after))).toBe('ask test-settings-changed');
  });

  it('is not bent by hooks of the runner', () => {
    expect(
      say(
        change(
          'tests/conftest.py',
          'import pytest\n',
          'def pytest_collection_modifyitems(items):\n  items[:] = []\n',
        ),
      ),
    ).toBe('ask test-results-forged');
    expect(
      say(change('conftest.py', 'import pytest\n', 'import pytest\n\n@pytest.fixture\ndef a(): return 1\n')),
    ).toBe('allow');
  });
});
