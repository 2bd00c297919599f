// What the README's first command promises. It runs the shop's suite some forty times, so it is not part of every check.
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { FixSummary } from '../../src/app/index.js';
import { parseLines, runCli } from '../support/run-cli.js';
import { makeProject } from '../support/temp-project.js';

test('the demonstration fixes something of every kind, with one honest refusal and one undo', async () => {
  const TMPDIR = makeProject({});
  const shown = await runCli(['demo', 'fix', '--json'], { cwd: makeProject({}), env: { TMPDIR } });
  const [summary] = parseLines<FixSummary>(shown);
  expect(readdirSync(TMPDIR).filter((name) => name.startsWith('agentforge-demo-'))).toEqual([]);
  expect(summary?.status).toBe('completed');
  const kinds = (entries: readonly { readonly check: string }[] = []): string[] =>
    [...new Set(entries.map(({ check }) => check))].sort();
  const all = [
    summary?.fixed,
    summary?.gone,
    summary?.cannotFix,
    summary?.reverted,
    summary?.parked,
    summary?.open,
  ].flatMap((entries) => entries ?? []);
  expect(all).toHaveLength(29);
  expect(kinds(all)).toHaveLength(8);
  expect(kinds(summary?.fixed)).toEqual(kinds(all));
  expect(summary?.cannotFix).toMatchObject([{ check: 'function-length', path: 'src/leaflet.ts' }]);
  expect(summary?.reverted).toMatchObject([{ check: 'loose-equality', path: 'src/stock.ts' }]);
  expect(summary?.tests).toMatchObject({ failed: 0, total: 68 });
  expect(shown.stderr.match(/^fixing \d+ of 29: .*$/gm)).toHaveLength(29);
  expect(shown.stderr.split('\n').length).toBeLessThan(29 + 10);
}, 900_000);
