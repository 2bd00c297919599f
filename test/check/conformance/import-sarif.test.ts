import { describe, expect, it } from 'vitest';
import { importSarif } from '../../../src/check/index.js';
import { makeProject } from '../../support/temp-project.js';

const location = { physicalLocation: { artifactLocation: { uri: 'a.py' }, region: { startLine: 2 } } };
const result = { ruleId: 'eval', level: 'error', message: { text: 'no eval' }, locations: [location] };
const run = (name: string, results: unknown[]) => ({ tool: { driver: { name } }, results });

describe('importing a SARIF log', () => {
  it('makes one check of each tool, with ids like those of any other violation', () => {
    const root = makeProject({ 'a.py': 'import os\neval(x)\n' });
    const log = { version: '2.1.0', runs: [run('Semgrep OSS', [result, result]), run('Ruff', [])] };
    const { ran, violations, skipped } = importSarif(`\uFEFF${JSON.stringify(log)}`, 'x.sarif', root);
    expect(ran).toEqual(['semgrep-oss', 'ruff']);
    expect(violations).toMatchObject([
      { check: 'semgrep-oss', rule: 'eval', path: 'a.py', line: 2, severity: 'error', status: 'open' },
      { check: 'semgrep-oss', rule: 'eval' },
    ]);
    expect(new Set(violations.map(({ id }) => id)).size).toBe(2);
    expect(skipped).toEqual([]);
  });

  it('says what lies outside the project', () => {
    const outside = {
      ...result,
      locations: [{ physicalLocation: { artifactLocation: { uri: '../x.py' } } }],
    };
    const log = { version: '2.1.0', runs: [run('T', [outside])] };
    const { violations, skipped } = importSarif(JSON.stringify(log), 'x.sarif', makeProject({}));
    expect(violations).toEqual([]);
    expect(skipped).toEqual([{ path: '../x.py', why: 'lies outside the project, but a tool reports it' }]);
  });

  it('refuses what is no log', () => {
    expect(() => importSarif('[]', 'x.sarif', makeProject({}))).toThrow(
      /x\.sarif cannot be imported: it is no SARIF 2\.1\.0 log/,
    );
  });
});
