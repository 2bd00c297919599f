// Says no to a transformation, with the reason as a word.
import type { Refusal, RefusalReason } from '../../refactoring.js';

export function refuse(reason: RefusalReason, message: string, hint?: string): Refusal {
  return hint === undefined ? { ok: false, reason, message } : { ok: false, reason, message, hint };
}
