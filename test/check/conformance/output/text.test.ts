import { describe, expect, it } from 'vitest';
import { renderText, type Paint } from '../../../../src/check/index.js';
import { makeViolation } from '../make-violation.js';
import { clean, report } from './report.js';

const plain: Paint = (_, text) => text;

describe('the text of a run', () => {
  it('groups by file, aligns, and sums up', () => {
    expect(renderText(report, { paint: plain })).toBe(
      [
        'src/cart.ts',
        '   12  error    total has a cyclomatic complexity of 14, the limit is 10  complexity  V-1',
        '                Extract parts.',
        '  120  warning  has a | pipe, `ticks` and <b>mark-up</b> �[31m  complexity  V-2',
        '',
        'src/ü b.ts',
        '  12  info  total has a cyclomatic complexity of 14, the limit is 10  lint/no-var  V-3',
        '',
        'the project as a whole',
        '    warning  types failed (exit 2)  types  V-4',
        '',
        'eslint did not run: ESLint did not run: <bad> config & "quotes"',
        'The exemption of V-9 matches nothing; remove it.',
        '4 violations in 3 files (1 error, 2 warnings, 1 info), 1 exempt, 1 resolved, 1 stale',
        '2 checks ran over 12 files, 1 did not run',
        '3 files not looked at, or not wholly: 2 binary, 1 too large',
      ].join('\n'),
    );
  });

  it('names a function once, with all that checks find in it', () => {
    const total = { symbol: 'total', line: 12 };
    const violations = [
      makeViolation({ id: 'V-1', ...total, severity: 'error', hint: 'Extract parts.' }),
      makeViolation({ id: 'V-2', line: 3, message: 'debugger statement', check: 'debugger' }),
      makeViolation({
        id: 'V-3',
        ...total,
        check: 'nesting',
        message: 'total has blocks 5 deep, the limit is 3',
        hint: 'Return early.',
      }),
      makeViolation({ id: 'V-5', ...total, check: 'lint', message: 'total lacks a comment' }),
      makeViolation({ id: 'V-4', ...total, path: 'src/other.ts' }),
    ];
    const text = renderText({ ...clean, violations }, { paint: plain, max: 2 });
    expect(text.split('\n').slice(0, 9)).toEqual([
      'src/cart.ts',
      '   3  warning  debugger statement  debugger  V-2',
      '  12  error    total has a cyclomatic complexity of 14, the limit is 10  complexity  V-1',
      '               blocks 5 deep, the limit is 3  nesting  V-3',
      '               lacks a comment  lint  V-5',
      '               Extract parts.',
      '               Return early.',
      '',
      '… and 1 more',
    ]);
  });

  it('keeps within the width, and the name of a violation whole', () => {
    const path = 'packages/a-rather-long-name/src/features/checkout/steps/confirm-order.ts';
    const violations = [
      makeViolation({
        id: 'V-1',
        path,
        hint: 'Extract parts with a name of their own, turn conditions around.',
      }),
    ];
    const [title, ...rows] = renderText({ ...clean, violations }, { paint: plain, width: 60 }).split('\n');
    expect(title).toHaveLength(60);
    expect(title).toMatch(/^packages\/.*….*\/confirm-order\.ts$/);
    expect(rows.slice(0, 2)).toEqual([
      '  12  warning  total has a cyclomatic comp…  complexity  V-1',
      '               Extract parts with a name of their own, turn…',
    ]);
    const wider = renderText({ ...clean, violations }, { paint: plain, width: 90 });
    expect(wider).toContain('total has a cyclomatic complexity of 14, the limit is 10  complexity');
    const named = violations.map((violation) => ({ ...violation, symbol: 'total' }));
    const narrower = renderText({ ...clean, violations: named }, { paint: plain, width: 84 });
    expect(narrower.split('\n').slice(1, 3)).toEqual([
      '  12  warning  total',
      '               has a cyclomatic complexity of 14, the limit is 10  complexity  V-1',
    ]);
  });

  it('shows what is new first, and marks what the baseline has', () => {
    const old = makeViolation({ id: 'V-1', severity: 'error' });
    const fresh = makeViolation({ id: 'V-2', path: 'src/new.ts', line: 3 });
    const known = { ...clean, violations: [old, fresh], tolerated: [old] };
    const text = renderText(known, { paint: plain });
    expect(text.split('\n').map((line) => line.trim().split('  ').at(-1))).toEqual([
      'src/new.ts',
      'V-2',
      '',
      'src/cart.ts',
      'V-1 (baseline)',
      '',
      '2 violations in 2 files (1 error, 1 warning), 1 of them in the baseline',
      '2 checks ran over 12 files',
    ]);
    const colours: Paint = (colour, words) => `<${colour}>${words}`;
    expect(renderText(known, { paint: colours })).toContain('<red>2 violations');
    expect(renderText({ ...known, tolerated: [old, fresh] }, { paint: colours })).toContain(
      '<green>2 violations in 2 files (1 error, 1 warning), all in the baseline',
    );
  });

  it('says a hint once, however many functions it is for', () => {
    const hint = 'Extract parts.';
    const violations = ['one', 'two'].map((symbol, index) =>
      makeViolation({ id: `V-${index}`, symbol, line: index + 1, hint }),
    );
    const text = renderText({ ...clean, violations }, { paint: plain });
    expect(text.split('\n').filter((line) => line.includes(hint))).toHaveLength(1);
  });

  it('says so when there is nothing, and shows only as much as wanted', () => {
    expect(renderText(clean, { paint: plain })).toBe('no violations\n2 checks ran over 12 files');
    const short = renderText(report, { paint: plain, max: 1 });
    expect(short).toContain('… and 3 more');
    expect(short).not.toContain('V-2');
  });

  it('asks the painter for colours, after padding', () => {
    const painted = renderText(report, { paint: (colour, text) => `<${colour}>${text}</>` });
    expect(painted).toContain('   12  <red>error  </>  total has');
    expect(painted).toContain('<bold>src/cart.ts</>');
  });
});
