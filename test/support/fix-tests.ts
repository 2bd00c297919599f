// What tests of fixes begin with: time for the projects' own tests, and checks that know their cure.
import { vi } from 'vitest';
import { FARE_PROJECT, checks, SMALL } from './fix-project.js';

/** Every fix runs the project's tests, in processes of their own. To be called by each file of tests. */
export function allowSlowFixes(): void {
  vi.setConfig({ testTimeout: 240_000 });
}

/** A regex check that knows its cure; this one is harmless. */
export const NO_VAR =
  "  - {id: no-var, kind: regex, files: ['*.js'], config: {forbid: '\\bvar ', replace: 'let '}}\n";

/** The cure is worse than the illness: it changes what the code says, and a test breaks. */
export const NO_TEN =
  "  - {id: no-ten, kind: regex, files: ['ten.js'], config: {forbid: '\\b10\\b', replace: '11'}}\n";

/** Knows no cure. */
export const LICENCE =
  "  - {id: licence, kind: regex, files: ['ten.js'], config: {require: '^// Licence'}}\n";

export const TEN = 'export const ten = () => 10;\n';

export const TEN_TEST = `import test from 'node:test';
import assert from 'node:assert';
import { ten } from '../ten.js';
test('it is ten | or so', () => assert.equal(ten(), 10));
`;

/** A function of two steps, and a word. */
export const TWO_FIXES: Readonly<Record<string, string>> = {
  ...FARE_PROJECT,
  'zen.js': 'export var zen = 1;\n',
  ...checks(SMALL, NO_VAR),
};
