import { expect, it } from 'vitest';
import { programName } from '../../src/cli/globals.js';

it('hints name the command as it was called: by npx where it is not installed', () => {
  const npx = { npm_lifecycle_event: 'npx' };
  expect(programName({ ...npx, npm_lifecycle_script: "'agentforge'" })).toBe('npx agentforge');
  expect(programName({ ...npx, npm_lifecycle_script: 'agentforge demo fix' })).toBe('npx agentforge');
  expect(programName({ ...npx, npm_lifecycle_script: "'vitest' run" })).toBe('agentforge');
  expect(programName({})).toBe('agentforge');
});
