// One fact from its parts; the id depends on scope, subject and kind alone, so a conclusion restated keeps it.
import { sha256 } from '../../platform/index.js';
import type { Fact } from '../../schema/index.js';

export interface Draft extends Pick<Fact, 'category' | 'subject' | 'statement' | 'confidence' | 'data'> {
  /** What sort of conclusion, such as `summary` or `failing-test`. */
  readonly kind: string;
  /** The tool whose report it comes from. */
  readonly tool: string;
}

const MAX_STATEMENT_CHARS = 600;

export function createFact(draft: Draft, scope: string, step: number): Fact {
  const { kind, tool, category, subject, statement, confidence, data } = draft;
  return {
    id: toFactId(scope, subject, kind),
    category,
    subject,
    statement: statement.slice(0, MAX_STATEMENT_CHARS),
    confidence,
    source: `${tool}:${kind}`,
    scope,
    step,
    data,
  };
}

function toFactId(scope: string, subject: string, kind: string): string {
  return `fact-${sha256(JSON.stringify([scope, subject, kind])).slice(0, 16)}`;
}
