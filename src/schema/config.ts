// `.agentforge/config.yaml`, written by people.
import { z } from 'zod';
import { CheckSpec, TestsSpec } from './task.js';

export const NamedCommand = z.strictObject({
  command: z.array(z.string().min(1)).min(1),
  timeoutMs: z.number().int().positive().default(120_000),
  description: z.string().max(200).optional(),
});
export type NamedCommand = z.infer<typeof NamedCommand>;

export const ProjectConfig = z.strictObject({
  schema: z.literal(1).default(1),
  model: z.string().optional(),
  checks: z.array(CheckSpec).default([]),
  tests: TestsSpec.optional(),
  commands: z.record(z.string().regex(/^[\w-]{1,40}$/), NamedCommand).default({}),
  sandbox: z.enum(['require', 'prefer', 'off']).default('prefer'),
  network: z.boolean().default(false),
  environment: z.record(z.string(), z.string()).default({}),
  retention: z
    .strictObject({
      days: z.number().positive().default(30),
      steps: z.number().int().positive().default(500),
    })
    .default({ days: 30, steps: 500 }),
});
export type ProjectConfig = z.infer<typeof ProjectConfig>;
