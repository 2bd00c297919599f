import { describe, it } from 'vitest';
import { checkMutatedOutputs } from './mutated-output.js';

describe('mangled output, for long', () => {
  it('never breaks a format and never makes it invent a file or a test', () => {
    checkMutatedOutputs(100_000);
  }, 1_800_000);
});
