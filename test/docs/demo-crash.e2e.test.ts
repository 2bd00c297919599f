// What `demo crash` shows. It takes a task through a dozen processes, so it is not part of every check.
import { expect, test } from 'vitest';
import { runCli } from '../support/run-cli.js';
import { makeProject } from '../support/temp-project.js';

test('the demonstration of crashes kills inside of steps too, and says in which stage', async () => {
  const { exitCode, stdout, stderr } = await runCli(['demo', 'crash', '--kills', '10'], {
    cwd: makeProject({}),
  });
  expect(exitCode).toBe(0);
  const kills = stderr.match(/^ {2}kill +\d+ .*$/gm) ?? [];
  expect(kills).toHaveLength(10);
  for (const kill of kills) expect(kill).toMatch(/\d (?:in|before|between|after) step \d+\b/);
  expect(kills.some((kill) => / in step \d+, (?:while|with) /.test(kill))).toBe(true);
  expect(stdout).toMatch(/\(10 kills over (?:1 run|\d+ runs) of the task\)/);
}, 180_000);
