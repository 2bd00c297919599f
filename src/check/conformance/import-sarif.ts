// `check --import FILE`: what another tool found, as violations like any other.
import { AgentForgeError, type Violation } from '../../schema/index.js';
import type { Skipped } from './finding.js';
import { sortViolations } from './order.js';
import { readSarif } from './read-sarif.js';
import { readSource } from './source-text.js';
import { toViolations } from './to-violation.js';

export interface ImportedSarif {
  /** One check per tool, named after it. */
  readonly ran: readonly string[];
  readonly violations: readonly Violation[];
  readonly skipped: readonly Skipped[];
}

/** Throws when the log proves nothing: a tool that did not run has not found "nothing". `name` is where the text came from. */
export function importSarif(text: string, name: string, root: string): ImportedSarif {
  const skipped: Skipped[] = [];
  const reading = readSarif(text, {
    root,
    read: (path) => readSource(root, path),
    skip: (path, why) => void skipped.push({ path, why }),
  });
  if ('error' in reading)
    throw new AgentForgeError('bad_usage', `${name} cannot be imported: ${reading.error}.`);
  const ran = [...new Set(reading.tools.map(nameCheck))];
  const violations = ran.flatMap((id) => {
    const findings = reading.findings.filter(({ tool }) => nameCheck(tool) === id);
    return toViolations({ id, severity: 'warning' }, findings);
  });
  return { ran, violations: sortViolations(violations), skipped };
}

/** `Semgrep OSS` is the check `semgrep-oss`. */
function nameCheck(tool: string): string {
  const name = tool
    .toLowerCase()
    .replace(/[^a-z0-9._]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '');
  return (name === '' ? 'sarif' : name).slice(0, 60);
}
