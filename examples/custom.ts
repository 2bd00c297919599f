// Everything you can bring yourself: a task type in data, an action, a check and a model.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createHarness, defineAction, renderReply, TaskSpec, type Check, type Model } from 'agentforge';
import { z } from 'zod';

const project = mkdtempSync(path.join(os.tmpdir(), 'custom-'));
writeFileSync(path.join(project, 'CHANGELOG.md'), '# Changes\n');

/** An action: typed parameters in, an intent out. This one looks something up; the output becomes facts and an observation. */
const recentCommits = defineAction({
  name: 'recent_commits',
  description: 'The subjects of the last commits.',
  when: 'you need to know what changed',
  priority: 5,
  parameters: z.strictObject({ count: z.number().int().min(1).max(20) }),
  mutates: false,
  repeatable: false,
  plan: ({ count }) => ({
    kind: 'perform',
    run: async () => ({
      ok: true,
      output: ['feat: greet in French', 'fix: greet the world'].slice(0, count).join('\n'),
    }),
  }),
});

/** A check: a deterministic measurement that the harness runs itself. */
const hasEntry: Check = {
  id: 'changelog-entry',
  definition: 'CHANGELOG.md has an entry that starts with "- "',
  measure: async () => {
    const entries = readFileSync(path.join(project, 'CHANGELOG.md'), 'utf8').match(/^- /gm)?.length ?? 0;
    const verdict = {
      id: 'changelog-entry',
      passing: entries > 0,
      value: entries,
      higherIsBetter: true,
      summary: `${entries} entries`,
    };
    return { verdict, output: '', reports: [] };
  },
};

/** A model: anything that maps two messages and an action list to one action. This one follows a rule. */
const rule: Model = {
  name: 'rule',
  boundUsd: () => 0,
  decide: async ({ messages, fence, actions }) => {
    const known = messages[1].content.includes('recent_commits');
    const decision =
      known && actions.some(({ name }) => name === 'insert_lines')
        ? {
            action: 'insert_lines',
            parameters: { path: 'CHANGELOG.md', after: 1, text: '- greet in French\n- greet the world' },
          }
        : { action: 'recent_commits', parameters: { count: 2 } };
    const usage = { inputTokens: 0, outputTokens: 0, cachedTokens: 0 };
    return { text: renderReply(fence, decision), usage, costUsd: 0, model: 'rule' };
  },
};

const harness = createHarness({
  project,
  model: rule,
  actions: [recentCommits],
  checks: [hasEntry],
  data: [path.join(process.cwd(), 'examples', 'changelog-type')],
});
const task = await harness.createTask(
  TaskSpec.parse({ type: 'changelog_entry', goal: 'Write the changelog entry for the last commits' }),
);
const { status, step } = await harness.runTask(task).result;
console.log(`${status} after ${step} steps:\n${readFileSync(path.join(project, 'CHANGELOG.md'), 'utf8')}`);
