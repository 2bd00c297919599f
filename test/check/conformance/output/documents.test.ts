import { describe, expect, it } from 'vitest';
import { parseStructured } from '../../../../src/report/index.js';
import {
  importSarif,
  renderJunit,
  renderMarkdown,
  toJsonReport,
  toSarif,
} from '../../../../src/check/index.js';
import { makeProject } from '../../../support/temp-project.js';
import { clean, report } from './report.js';

describe('JSON', () => {
  it('is the run as it is', () => {
    const json = JSON.parse(JSON.stringify(toJsonReport(report))) as Record<string, unknown>;
    expect(Object.keys(json)).toEqual([
      'ran',
      'failedToRun',
      'violations',
      'tolerated',
      'skipped',
      'notes',
      'files',
    ]);
    expect(json['violations']).toHaveLength(7);
  });
});

describe('what the baseline has', () => {
  const tolerated = report.violations.filter(({ id }) => id === 'V-1');
  const known = { ...report, tolerated };

  it('fails no case of JUnit', () => {
    expect(parseStructured('junit', renderJunit(known))).toMatchObject({
      ok: true,
      report: { total: 5, failed: 1, errors: 1, skipped: 2, passed: 1 },
    });
    expect(renderJunit(known)).toContain('<skipped message="in the baseline"/>');
  });

  it('is marked in Markdown, after what is new', () => {
    const text = renderMarkdown(known);
    expect(text).toContain('1 info), 1 of them in the baseline**');
    expect(text).toMatch(/\| warning \|[^]*\| error, in the baseline \| `src\/cart\.ts:12`/);
  });

  it('is unchanged in SARIF, and the rest is new', () => {
    const { runs } = JSON.parse(JSON.stringify(toSarif(known, '1.2.3'))) as {
      runs: { results: { baselineState: string; properties: { violation: string } }[] }[];
    };
    const states = runs[0]?.results.map((one) => [one.properties.violation, one.baselineState]);
    expect(states).toEqual([['V-1', 'unchanged'], ...['V-2', 'V-3', 'V-4', 'V-5'].map((id) => [id, 'new'])]);
    expect(JSON.stringify(toSarif(report, '1.2.3'))).not.toContain('baselineState');
  });

  it('is named in JSON', () => {
    expect(toJsonReport(known)).toMatchObject({ tolerated: ['V-1'] });
  });
});

describe('JUnit', () => {
  it('has a suite per check, with failures, errors and skipped cases that count right', () => {
    const parsed = parseStructured('junit', renderJunit(report));
    expect(parsed).toMatchObject({
      ok: true,
      report: { total: 5, failed: 2, errors: 1, skipped: 1, passed: 1 },
    });
    expect(renderJunit(report)).toContain(
      'message="ESLint did not run: &lt;bad&gt; config &amp; &quot;quotes&quot;"',
    );
  });

  it('passes when nothing was found', () => {
    expect(parseStructured('junit', renderJunit(clean))).toMatchObject({
      ok: true,
      report: { total: 2, passed: 2, failed: 0 },
    });
  });
});

describe('Markdown', () => {
  it('has a table that no message can break out of', () => {
    const text = renderMarkdown(report);
    expect(text).toContain(
      '| error | `src/cart.ts:12` | total has a cyclomatic complexity of 14, the limit is 10 | `complexity` | `V-1` |',
    );
    expect(text).toContain('has a \\| pipe, \\`ticks\\` and \\<b\\>mark-up\\</b\\>');
    expect(text).toContain('- `eslint`: ESLint did not run');
    expect(text).toContain('### Exempt');
    expect(renderMarkdown(clean)).toContain('**no violations**; 2 checks ran');
  });
});

describe('SARIF', () => {
  const sarif = JSON.parse(JSON.stringify(toSarif(report, '1.2.3'))) as {
    version: string;
    runs: {
      tool: { driver: { rules: { id: string }[] } };
      results: Record<string, unknown>[];
      invocations: Record<string, unknown>[];
    }[];
  };
  const [run] = sarif.runs;

  it('has rules, fingerprints, places and suppressions', () => {
    expect(sarif.version).toBe('2.1.0');
    expect(run?.tool.driver.rules.map(({ id }) => id)).toEqual([
      'complexity',
      'cognitive-complexity',
      'nesting',
      'lint/no-var',
      'types',
    ]);
    expect(run?.results).toHaveLength(5);
    for (const result of run?.results ?? [])
      expect(run?.tool.driver.rules[result['ruleIndex'] as number]?.id).toBe(result['ruleId']);
    expect(run?.results[0]).toMatchObject({
      level: 'error',
      partialFingerprints: { primaryLocationLineHash: 'V-1:1' },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'src/cart.ts' },
            region: { startLine: 12, endLine: 40 },
          },
        },
      ],
    });
    expect(run?.results[2]).toMatchObject({
      locations: [{ physicalLocation: { artifactLocation: { uri: 'src/%C3%BC%20b.ts' } } }],
    });
    expect(run?.results[3]).not.toHaveProperty('locations');
    expect(run?.results[4]).toMatchObject({ suppressions: [{ kind: 'external', status: 'accepted' }] });
  });

  it('says that it was not successful when a check did not run', () => {
    expect(run?.invocations[0]).toMatchObject({ executionSuccessful: false });
    expect(() => importSarif(JSON.stringify(sarif), 'own.sarif', makeProject({}))).toThrow(
      /own\.sarif cannot be imported: AgentForge says that it did not run to its end: eslint did not run/,
    );
  });

  it('comes back through the import, without what is suppressed', () => {
    const text = JSON.stringify(toSarif({ ...report, failedToRun: [] }, '1.2.3'));
    const { ran, violations } = importSarif(
      text,
      'own.sarif',
      makeProject({ 'src/cart.ts': '', 'src/ü b.ts': '' }),
    );
    expect(ran).toEqual(['agentforge']);
    expect(violations.map(({ path, rule, severity }) => [path, rule, severity])).toEqual([
      ['src/cart.ts', 'complexity', 'error'],
      ['.', 'types', 'warning'],
      ['src/cart.ts', 'complexity', 'warning'],
      ['src/ü b.ts', 'lint/no-var', 'info'],
    ]);
  });
});
