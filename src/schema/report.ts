// What a tool printed, parsed into a type.
import { z } from 'zod';
import { Diagnostic } from './diagnostic.js';
import { FactCategory } from './fact.js';

export const TestCase = z.object({
  test: z.string(),
  file: z.string().optional(),
  line: z.number().int().optional(),
  message: z.string().optional(),
  /** The function at that place, where the tool names it. */
  symbol: z.string().optional(),
  /** True when the test ran and an assertion did not hold; false for a crash, a syntax error, a missing import. */
  assertion: z.boolean().optional(),
  /** The test of which this is one assertion, where the tool reports assertions; `test` then names both. */
  group: z.string().optional(),
  /** True when a whole file or package failed without a failing test of its own; `test` then names it. */
  suite: z.boolean().optional(),
});
export type TestCase = z.infer<typeof TestCase>;

export const TestReport = z.object({
  kind: z.literal('tests'),
  tool: z.string(),
  structured: z.boolean(),
  passed: z.number().int(),
  failed: z.number().int(),
  skipped: z.number().int(),
  errors: z.number().int(),
  total: z.number().int(),
  /** Failing and erroring cases only. */
  failing: z.array(TestCase),
  /** The compiler whose errors kept tests from being built. */
  unbuilt: z.string().optional(),
  /** Names of passing tests where the format lists them. */
  passing: z.array(z.string()).optional(),
});
export type TestReport = z.infer<typeof TestReport>;

export const DiagnosticsReport = z.object({
  kind: z.literal('diagnostics'),
  tool: z.string(),
  structured: z.boolean(),
  items: z.array(Diagnostic),
});
export type DiagnosticsReport = z.infer<typeof DiagnosticsReport>;

export const Frame = z.object({ file: z.string(), line: z.number().int(), function: z.string().optional() });
export type Frame = z.infer<typeof Frame>;

export const TraceReport = z.object({
  kind: z.literal('trace'),
  tool: z.string(),
  exception: z.string(),
  message: z.string(),
  /** The frame where it was thrown comes first, whatever order the language prints. */
  frames: z.array(Frame),
});
export type TraceReport = z.infer<typeof TraceReport>;

/** A tool that could not do its work: git, npm, pip, a shell. */
export const FailureReport = z.object({
  kind: z.literal('failure'),
  tool: z.string(),
  code: z.string().optional(),
  message: z.string(),
  file: z.string().optional(),
  line: z.number().int().optional(),
});
export type FailureReport = z.infer<typeof FailureReport>;

export const GitReport = z.object({
  kind: z.literal('git'),
  tool: z.literal('git'),
  branch: z.string().optional(),
  changes: z.array(z.object({ path: z.string(), status: z.string() })),
});
export type GitReport = z.infer<typeof GitReport>;

/** What a rule of the project found. */
export const RuleReport = z.object({
  kind: z.literal('rule'),
  /** The id of the rule. */
  tool: z.string(),
  category: FactCategory,
  confidence: z.number().min(0).max(1),
  items: z.array(Diagnostic.partial({ file: true }).extend({ test: z.string().optional() })),
});
export type RuleReport = z.infer<typeof RuleReport>;

export const Report = z.discriminatedUnion('kind', [
  TestReport,
  DiagnosticsReport,
  TraceReport,
  FailureReport,
  GitReport,
  RuleReport,
]);
export type Report = z.infer<typeof Report>;
