// One thing a compiler or linter found, and where.
import { z } from 'zod';

export const Diagnostic = z.object({
  file: z.string(),
  line: z.number().int().optional(),
  column: z.number().int().optional(),
  code: z.string().optional(),
  severity: z.enum(['error', 'warning', 'note']).optional(),
  message: z.string(),
});
export type Diagnostic = z.infer<typeof Diagnostic>;
