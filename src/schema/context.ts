// The two messages a model receives, and the ledger that says where each part came from.
import { z } from 'zod';
import { SectionName } from './task-type.js';

export const Message = z.object({ role: z.enum(['system', 'user']), content: z.string() });
export type Message = z.infer<typeof Message>;

export const LedgerEntry = z.object({
  section: SectionName,
  source: z.string(),
  tokens: z.number().int(),
  cap: z.number().int(),
  /** What was left out to stay under the cap, in words; absent when nothing was. */
  cut: z.string().optional(),
});
export type LedgerEntry = z.infer<typeof LedgerEntry>;

export const Context = z.object({
  messages: z.tuple([Message, Message]),
  ledger: z.array(LedgerEntry),
  tokens: z.object({ total: z.number().int(), prefix: z.number().int(), fresh: z.number().int() }),
  /** Where the parts of the second message end that a provider may know from the step before: first what is constant, then each window. */
  seams: z.array(z.number().int()),
  hash: z.string(),
});
export type Context = z.infer<typeof Context>;
