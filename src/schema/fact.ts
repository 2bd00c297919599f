// A typed conclusion drawn by rule from a report.
import { z } from 'zod';
import { Diagnostic } from './diagnostic.js';

export const FactCategory = z.enum(['code_structure', 'inference', 'pattern', 'verification', 'error']);
export type FactCategory = z.infer<typeof FactCategory>;

/** The machine-readable side of a fact; which fields are present depends on what it is about. */
export const FactData = z.object({
  passed: z.number().int().optional(),
  failed: z.number().int().optional(),
  skipped: z.number().int().optional(),
  errors: z.number().int().optional(),
  total: z.number().int().optional(),
  test: z.string().optional(),
  /** One assertion of a test, where the tool reports assertions rather than tests. */
  group: z.string().optional(),
  assertion: z.string().optional(),
  file: z.string().optional(),
  line: z.number().int().optional(),
  column: z.number().int().optional(),
  code: z.string().optional(),
  severity: z.string().optional(),
  message: z.string().optional(),
  /** What kept a build from being tested. */
  diagnostics: z.array(Diagnostic).optional(),
});
export type FactData = z.infer<typeof FactData>;

export const Fact = z.object({
  /** Deterministic: the same conclusion about the same subject has the same id. */
  id: z.string(),
  category: FactCategory,
  /** What it is about: a test, a file and line, a check. */
  subject: z.string(),
  statement: z.string(),
  confidence: z.number().min(0).max(1),
  /** What produced it, `tool:rule`. */
  source: z.string(),
  /** The measurement it belongs to, such as `tests` or `check:lint`; a newer report of that scope retires it. */
  scope: z.string(),
  step: z.number().int(),
  data: FactData,
  /** Hashes of the files it rests on, when it was drawn. */
  files: z.record(z.string(), z.string()).optional(),
  stale: z.boolean().optional(),
});
export type Fact = z.infer<typeof Fact>;
