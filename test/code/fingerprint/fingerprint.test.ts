import { countTokens } from 'gpt-tokenizer';
import { describe, expect, it } from 'vitest';
import { projectFingerprint, renderFingerprint } from '../../../src/code/index.js';
import { viewProject } from '../project.js';

describe('projectFingerprint', () => {
  it('describes a TypeScript project', () => {
    const fingerprint = projectFingerprint(
      viewProject({
        'package.json': JSON.stringify({ dependencies: { react: '19' }, devDependencies: { vitest: '4' } }),
        'pnpm-lock.yaml': '',
        'src/a.ts': "export function a() {\n  const b = 'x';\n  return b;\n}\n",
        'src/b.tsx': "import { a } from './a.js';\nexport const b = a();\n",
        'test/a.test.ts': "import { a } from '../src/a.js';\n",
        'scripts/run.py': 'print(1)\n',
      }),
    );
    expect(fingerprint).toEqual({
      languages: [
        { name: 'TypeScript', share: 0.75 },
        { name: 'Python', share: 0.25 },
      ],
      packageManagers: ['pnpm'],
      frameworks: ['react'],
      testRunners: ['vitest'],
      folders: ['src', 'scripts', 'test'],
      style: { indent: '2 spaces', quotes: 'single quotes', semicolons: 'semicolons' },
    });
    expect(renderFingerprint(fingerprint)).toBe(
      [
        'Languages: TypeScript 75%, Python 25%',
        'Packages: pnpm',
        'Frameworks: react',
        'Tests: vitest',
        'Folders: src, scripts, test',
        'Style: 2 spaces, single quotes, semicolons',
      ].join('\n'),
    );
  });

  it('describes a Python project', () => {
    const fingerprint = projectFingerprint(
      viewProject({
        'pyproject.toml':
          '[project]\ndependencies = ["Django>=5", "pydantic[email]"]\n[tool.pytest.ini_options]\n',
        'uv.lock': '',
        'shop/cart.py': 'def f():\n    return "x"\n',
        'tests/test_cart.py': 'def test_f():\n    assert "x"\n',
      }),
    );
    expect(fingerprint).toMatchObject({
      packageManagers: ['uv'],
      frameworks: ['django', 'pydantic'],
      testRunners: ['pytest'],
      style: { indent: '4 spaces', quotes: 'double quotes' },
    });
    expect(fingerprint.style.semicolons).toBeUndefined();
  });

  it('knows the runners that come with a language', () => {
    const runnersOf = (files: Record<string, string>): readonly string[] =>
      projectFingerprint(viewProject(files)).testRunners;
    expect(runnersOf({ 'package.json': '{"scripts": {"test": "node --test"}}' })).toEqual(['node:test']);
    expect(runnersOf({ 'test_a.py': '' })).toEqual(['unittest']);
    expect(runnersOf({ 'go.mod': 'module a', 'a_test.go': '' })).toEqual(['go test']);
    expect(runnersOf({ 'Cargo.toml': '[package]' })).toEqual(['cargo test']);
  });

  it('believes the declared package manager', () => {
    const project = viewProject({
      'package.json': '{"packageManager": "yarn@4.1.0"}',
      'package-lock.json': '{}',
    });
    expect(projectFingerprint(project).packageManagers).toEqual(['yarn']);
  });

  it('says tabs and no semicolons where that is the style', () => {
    const project = viewProject({ 'a.js': 'function a() {\n\tconst b = "x"\n\treturn b\n}\nfoo(a)\n' });
    expect(projectFingerprint(project).style).toEqual({
      indent: 'tabs',
      quotes: 'double quotes',
      semicolons: 'no semicolons',
    });
  });

  it('has nothing to say about an empty project or a broken manifest', () => {
    const fingerprint = projectFingerprint(viewProject({ 'package.json': '{' }));
    expect(renderFingerprint(fingerprint)).toBe('Packages: npm');
  });

  it('stays within 120 tokens when everything is there', () => {
    const name = (index: number): string => `Ünicode-${'长'.repeat(40)}-${index}`;
    const fullText = renderFingerprint({
      languages: Array.from({ length: 9 }, (_, index) => ({ name: 'JavaScript', share: 1 / (index + 2) })),
      packageManagers: ['pnpm', 'poetry', 'bundler', 'cargo', 'gradle'],
      frameworks: [
        '@nestjs/core',
        '@angular/core',
        'gin-gonic/gin',
        'labstack/echo',
        'sqlalchemy',
        'pydantic',
      ],
      testRunners: ['@playwright/test', 'jasmine', 'unittest', 'cypress'],
      folders: [
        'zq-xkcd_jvw.9@q',
        'x_9-Zb.77@kqv',
        ...Array.from({ length: 9 }, (_, index) => name(index)),
        'aZ9-aZ9-aZ9-aZ9',
        'q1w2e3r4t5y6',
        'p0o9i8u7y6',
        'l1k2j3h4g5',
      ],
      style: { indent: '8 spaces', quotes: 'double quotes', semicolons: 'no semicolons' },
    });
    expect(countTokens(fullText)).toBeLessThanOrEqual(120);
    expect(fullText).not.toContain('长');
  });
});
