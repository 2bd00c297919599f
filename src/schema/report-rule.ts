// A rule of a project for output that only its own tools print.
import { z } from 'zod';
import { FactCategory } from './fact.js';

export const ReportRule = z.strictObject({
  id: z.string().regex(/^[\w.-]{1,60}$/, 'an id has letters, digits, dots and hyphens only'),
  /** A regular expression for one line; its named groups are file, line, col, code, severity, message and test. */
  pattern: z.string().min(1).max(1_000),
  category: FactCategory.default('error'),
  confidence: z.number().min(0).max(1).default(0.9),
});
export type ReportRule = z.infer<typeof ReportRule>;

/** A file of rules, as `analyze facts --rules FILE` reads it. */
export const ReportRules = z.strictObject({
  schema: z.literal(1).default(1),
  rules: z.array(ReportRule).max(200),
});
export type ReportRules = z.infer<typeof ReportRules>;
