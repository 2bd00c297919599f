import { describe, it } from 'vitest';
import { checkMutatedOutputs } from './mutated-output.js';

describe('mangled output', () => {
  it('never breaks a format and never makes it invent a file or a test', () => {
    checkMutatedOutputs(2_000);
  }, 120_000);
});
