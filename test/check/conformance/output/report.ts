// One run with something of everything, for the tests of all outputs.
import { loadBuiltinChecks, type CheckReport } from '../../../../src/check/index.js';
import { makeViolation } from '../make-violation.js';

export const report: CheckReport = {
  ran: ['complexity', 'nesting'],
  failedToRun: [{ id: 'eslint', error: 'ESLint did not run: <bad> config & "quotes"' }],
  violations: [
    makeViolation({
      id: 'V-1',
      severity: 'error',
      value: 14,
      limit: 10,
      symbol: 'total',
      endLine: 40,
      hint: 'Extract parts.',
    }),
    makeViolation({ id: 'V-2', line: 120, message: 'has a | pipe, `ticks`\nand <b>mark-up</b> \u001b[31m' }),
    makeViolation({ id: 'V-3', path: 'src/ü b.ts', severity: 'info', check: 'lint', rule: 'no-var' }),
    makeViolation({ id: 'V-4', path: '.', check: 'types', message: 'types failed (exit 2)' }),
    makeViolation({
      id: 'V-5',
      status: 'exempt',
      exemption: 'legacy (ann, until 2030-01-01)',
      path: 'src/old.ts',
    }),
    makeViolation({ id: 'V-6', status: 'resolved' }),
    makeViolation({ id: 'V-7', status: 'stale' }),
  ].map((violation) => (violation.path === '.' ? { ...violation, line: undefined } : violation)),
  skipped: [
    { path: 'logo.png', why: 'is binary' },
    { path: 'icon.png', why: 'is binary' },
    { path: 'huge.json', why: 'is too large (2.0 MB)' },
  ],
  notes: ['The exemption of V-9 matches nothing; remove it.'],
  definitions: loadBuiltinChecks(['typescript']).slice(0, 3),
  files: 12,
};

export const clean: CheckReport = { ...report, failedToRun: [], violations: [], skipped: [], notes: [] };
