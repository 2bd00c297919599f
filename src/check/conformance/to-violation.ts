// A finding with a name, as everybody outside of the checks sees it.
import { present } from '../../platform/index.js';
import type { CheckDefinition, Violation } from '../../schema/index.js';
import type { Finding } from './finding.js';
import { nameViolations } from './violation-id.js';

/** All findings of one check, in their order; open until compared with what people decided. */
export function toViolations(
  check: Pick<CheckDefinition, 'id' | 'severity' | 'hint'>,
  findings: readonly Finding[],
): Violation[] {
  const ids = nameViolations(check.id, findings);
  return findings.map((finding, index) => {
    const { line, endLine, symbol, value, limit, rule } = finding;
    const hint = finding.hint ?? check.hint;
    const fix = finding.fix && [...finding.fix];
    return {
      id: ids[index] ?? '',
      check: check.id,
      severity: finding.severity ?? check.severity,
      path: finding.path,
      message: finding.message,
      status: 'open',
      ...present({ line, endLine, symbol, value, limit, rule, hint, fix }),
    };
  });
}
