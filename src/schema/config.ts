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

/** A place where models are, under the name that stands before the slash: `local/llama`. Known ones need no entry. */
export const ProviderConfig = z.strictObject({
  /** Speaks Chat Completions, unless it is one of the providers by name. */
  url: z.url().optional(),
  /** The environment variable with the key. */
  key: z
    .string()
    .regex(/^[A-Z_][A-Z0-9_]*$/)
    .optional(),
  /** `text` for models that cannot call tools. */
  replies: z.enum(['calls', 'text']).default('calls'),
  maxOutputTokens: z.number().int().positive().default(8_000),
  timeoutMs: z.number().int().positive().default(600_000),
  /** Below what the provider allows; all processes of this user share it. */
  requestsPerMinute: z.number().positive().optional(),
  inputTokensPerMinute: z.number().positive().optional(),
  outputTokensPerMinute: z.number().positive().optional(),
  concurrent: z.number().int().positive().optional(),
});
export type ProviderConfig = z.infer<typeof ProviderConfig>;

export const ProjectConfig = z.strictObject({
  schema: z.literal(1).default(1),
  model: z.string().optional(),
  /** Other models for some phases, and for reading outputs that no rule understands. */
  models: z
    .strictObject({ phases: z.record(z.string(), z.string()).default({}), reading: z.string().optional() })
    .default({ phases: {} }),
  /** OpenTelemetry spans of calls and actions; `prompts` puts what was sent and answered into them. */
  telemetry: z.enum(['off', 'spans', 'prompts']).default('off'),
  /** The most that all tasks of this user may spend on models in a day, as long as this project asks. */
  usdPerDay: z.number().positive().optional(),
  providers: z.record(z.string().regex(/^[a-z][\w-]{0,39}$/), ProviderConfig).default({}),
  checks: z.array(CheckSpec).default([]),
  tests: TestsSpec.optional(),
  /** Which guards judge agents here, ours and others. */
  guards: z
    .strictObject({
      profile: z.enum(['standard', 'team', 'off']).default('standard'),
      /** Ids or groups of guards. */
      disable: z.array(z.string().min(1)).default([]),
      /** What the roles of the guards are called here; `main` is the agent that nobody started. */
      roles: z.record(z.string().min(1), z.array(z.string().min(1)).min(1)).default({}),
    })
    .default({ profile: 'standard', disable: [], roles: {} }),
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
