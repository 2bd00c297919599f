import { expect, test } from 'vitest';
import { claude } from '../../../src/model/cli/claude.js';
import { explainTrouble, type Trouble } from '../../../src/model/cli/cli-failure.js';
import { codex } from '../../../src/model/cli/codex.js';
import type { CodingCli } from '../../../src/model/cli/contract.js';
import { gemini } from '../../../src/model/cli/gemini.js';
import type { CallFailure } from '../../../src/model/providers/failure.js';

function explain(cli: CodingCli, trouble: Partial<Trouble>): CallFailure {
  const at = { cli, nowMs: 0, timeoutMs: 90_000, folder: '/f' };
  return explainTrouble({ trouble: 'failed', said: '', exitCode: 1, ...trouble }, at);
}

test.each([
  [claude, 'API Error: Request rejected (429) · This request would exceed your rate limit', 429],
  [claude, 'API Error: Repeated 529 Overloaded errors', 529],
  [codex, 'exceeded retry limit, last status: 429 Too Many Requests', undefined],
  [codex, 'Rate limit reached for gpt-x on requests per minute', undefined],
  [gemini, 'You exceeded your current quota. Please retry in 2s.', 429],
])('%o: %s means to come back, and was not charged', (cli, said, status) => {
  expect(explain(cli, { said, status })).toMatchObject({ retry: true, charged: false });
});

test.each([
  [claude, 'Invalid API key · Fix external API key', 401, 'is not logged in'],
  [codex, 'unexpected status 401 Unauthorized: Incorrect API key provided', undefined, 'is not logged in'],
  [claude, 'Credit balance is too low', 400, 'has nothing left to spend'],
  [
    codex,
    'You exceeded your current quota (insufficient_quota, 429)',
    undefined,
    'has nothing left to spend',
  ],
  [gemini, 'Your quota will reset after 8h2m.', 429, 'has reached the limit of its plan'],
  [claude, "error: unknown option '--tools'", undefined, 'does not know how it is called'],
  [codex, "error: unexpected argument '--ephemeral' found", undefined, 'does not know how it is called'],
  [gemini, 'The input token count (2000000) exceeds the maximum', 400, 'The context is too long'],
])('%o: %s is final, and was not charged', (cli, said, status, words) => {
  const failure = explain(cli, { said, status });
  expect(failure).toMatchObject({ retry: false, charged: false });
  expect(failure.message).toContain(words);
});

test('a time that is over is told with what kept the CLI busy', () => {
  expect(explain(codex, { trouble: 'timed_out', said: 'Reconnecting... waiting for network' })).toMatchObject(
    {
      message: 'codex did not answer within 90 seconds (Reconnecting... waiting for network).',
      retry: true,
      charged: true,
    },
  );
});

test('words of an answer that cannot be read explain nothing', () => {
  const failure = explain(claude, { trouble: 'unreadable', said: 'the api key of the test', exitCode: 0 });
  expect(failure.message).toContain('could not be read');
  expect(failure.message).not.toContain('api key');
});

test('of many lines the last ones are quoted, without colours, and not for long', () => {
  const said = `Warning\n\n\u001b[31mone\ntwo\nthree ${'x'.repeat(500)}\u001b[0m\n`;
  const { message } = explain(gemini, { said, exitCode: 9 });
  expect(message).toMatch(/^gemini failed with exit code 9 \(one two three x+…\)\.$/);
  expect(message.length).toBeLessThan(260);
});
