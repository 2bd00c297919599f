// The immutable spec of one unit of work, as a person writes it in a task file.
import { z } from 'zod';

export const Limits = z.strictObject({
  steps: z.number().int().positive().optional(),
  phaseSteps: z.number().int().positive().optional(),
  tokens: z.number().int().positive().optional(),
  usd: z.number().positive().optional(),
  wallMs: z.number().int().positive().optional(),
});
export type Limits = z.infer<typeof Limits>;

const Argv = z.array(z.string().min(1)).min(1);

export const Expectation = z.union([
  z.literal('exit0'),
  z.strictObject({
    /** The first group is the number that is compared. */
    regex: z.string().min(1),
    compare: z.enum(['eq', 'lt', 'lte', 'gt', 'gte']),
    value: z.number(),
  }),
]);
export type Expectation = z.infer<typeof Expectation>;

export const CheckSpec = z.strictObject({
  id: z.string().regex(/^[\w.-]{1,60}$/, 'use letters, digits, dots, dashes and underscores'),
  command: Argv,
  expect: Expectation.default('exit0'),
  timeoutMs: z.number().int().positive().default(120_000),
  /** What the check looks for and what correct code looks like; shown to the agent. */
  definition: z.string().max(2_000).optional(),
});
export type CheckSpec = z.infer<typeof CheckSpec>;

export const ReportFormat = z.enum([
  'junit',
  'vitest-json',
  'jest-json',
  'mocha-json',
  'tap',
  'go-test-json',
]);
export type ReportFormat = z.infer<typeof ReportFormat>;

export const TestsSpec = z.strictObject({
  command: Argv,
  /** `{report}` in the command is replaced by a fresh path when `path` is `{report}`; tap may be read from the output. */
  report: z.strictObject({ format: ReportFormat, path: z.string() }).optional(),
  /** Runs only the given test files; `{files}` is replaced by them. False: the runner can only run everything. */
  affected: z.union([Argv, z.literal(false)]).optional(),
  timeoutMs: z.number().int().positive().default(600_000),
});
export type TestsSpec = z.infer<typeof TestsSpec>;

export const Requirement = z.strictObject({
  id: z.string().min(1).max(40),
  description: z.string().max(2_000),
  acceptance_criteria: z.array(z.string().max(1_000)).default([]),
});
export type Requirement = z.infer<typeof Requirement>;

export const FeatureSpec = z.strictObject({
  title: z.string().max(300),
  requirements: z.array(Requirement).min(1).max(100),
  constraints: z.array(z.string().max(500)).default([]),
  coverage: z.number().min(0).max(100).optional(),
});
export type FeatureSpec = z.infer<typeof FeatureSpec>;

export const TargetFile = z.strictObject({
  path: z.string().min(1),
  status: z.enum(['to_create', 'to_modify']),
  section: z.string().optional(),
});
export type TargetFile = z.infer<typeof TargetFile>;

/** One finding of a check that a fix_violation task is about. */
export const ViolationInput = z.strictObject({
  id: z.string(),
  check: z.string(),
  severity: z.string().default('error'),
  path: z.string(),
  line: z.number().int().optional(),
  message: z.string(),
  hint: z.string().optional(),
  test: z.string().optional(),
  /** The function or class it is about. */
  symbol: z.string().optional(),
  rule: z.string().optional(),
  /** What was measured, and the limit. */
  value: z.number().optional(),
  limit: z.number().optional(),
  /** What else was open in that file at the start; anything besides is new. */
  known: z.array(z.string()).max(500).optional(),
  /** How often each rule of the project's own ESLint complained about that file at the start. */
  lint: z.record(z.string(), z.number().int().positive()).optional(),
});
export type ViolationInput = z.infer<typeof ViolationInput>;

/** What a `fix` flow is to fix, in order, and where. */
export const FixInputs = z.strictObject({
  violations: z.array(ViolationInput).min(1).max(500),
  /** How many of them are to be fixed, the first ones first; all where it is not said. */
  wanted: z.number().int().positive().optional(),
  /** In place, in place with every fix committed on a new branch, or on a branch in a worktree of its own. */
  where: z.enum(['in_place', 'branch', 'worktree']),
  branch: z.string().optional(),
  /** The id of that worktree. */
  worktree: z.string().optional(),
  /** Why the project's own linter does not watch the fixes, where it was to. */
  linter_unwatched: z.string().optional(),
});
export type FixInputs = z.infer<typeof FixInputs>;

export const TaskInputs = z.strictObject({
  /** Recipes may be what a strict reviewer would not like. */
  relaxed: z.boolean().optional(),
  fix: FixInputs.optional(),
  violation: z.union([z.string(), ViolationInput]).optional(),
  spec: FeatureSpec.optional(),
  target_files: z.array(TargetFile).max(100).default([]),
  test_patterns: z.strictObject({ example_test: z.string().max(8_000) }).optional(),
});
export type TaskInputs = z.infer<typeof TaskInputs>;

export const TaskSpec = z.strictObject({
  schema: z.literal(1).default(1),
  type: z
    .string()
    .regex(/^[a-z][\w-]{0,39}$/, 'a task type is lower-case letters, digits, dashes and underscores'),
  goal: z.string().min(1).max(1_000),
  success_criteria: z.array(z.string().max(500)).max(30).default([]),
  constraints: z.array(z.string().max(500)).max(30).default([]),
  inputs: TaskInputs.default({ target_files: [] }),
  checks: z.array(CheckSpec).max(50).default([]),
  tests: TestsSpec.optional(),
  worse: z.enum(['revert', 'defer']).optional(),
  limits: Limits.optional(),
  model: z.string().optional(),
});
export type TaskSpec = z.infer<typeof TaskSpec>;
