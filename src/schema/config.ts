// `.agentforge/config.yaml`, written by people.
import { z } from 'zod';
import { ReportRule } from './report-rule.js';
import { CheckSpec, TestsSpec } from './task.js';

export const NamedCommand = z.strictObject({
  command: z.array(z.string().min(1)).min(1),
  timeoutMs: z.number().int().positive().default(120_000),
  description: z.string().max(200).optional(),
});
export type NamedCommand = z.infer<typeof NamedCommand>;

/** What a worktree needs besides the files in git. Without it, an ignored `node_modules` is linked. */
export const WorkspacePrepare = z.strictObject({
  /** Ignored paths that the worktree shares with the checkout. */
  link: z.array(z.string().min(1)).optional(),
  /** Ignored paths that it gets a copy of. */
  copy: z.array(z.string().min(1)).optional(),
  /** Runs in the worktree afterwards, such as an install command. */
  command: z.array(z.string().min(1)).min(1).optional(),
});
export type WorkspacePrepare = z.infer<typeof WorkspacePrepare>;

export const ProjectConfig = z.strictObject({
  schema: z.literal(1).default(1),
  model: z.string().optional(),
  checks: z.array(CheckSpec).default([]),
  tests: TestsSpec.optional(),
  /** How to read what only the tools of this project print. */
  rules: z.array(ReportRule).max(200).default([]),
  /** `model` also asks the model what a failure means that no rule understands. */
  facts: z.enum(['rules', 'model']).default('rules'),
  commands: z.record(z.string().regex(/^[\w-]{1,40}$/), NamedCommand).default({}),
  sandbox: z.enum(['require', 'prefer', 'off']).default('prefer'),
  network: z.boolean().default(false),
  workspace: z.strictObject({ prepare: WorkspacePrepare.optional() }).optional(),
  environment: z.record(z.string(), z.string()).default({}),
  retention: z
    .strictObject({
      days: z.number().positive().default(30),
      steps: z.number().int().positive().default(500),
    })
    .default({ days: 30, steps: 500 }),
});
export type ProjectConfig = z.infer<typeof ProjectConfig>;
