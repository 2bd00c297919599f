// SARIF 2.1.0, as code hosts show it beside the code.
import type { CheckDefinition, Severity, Violation } from '../../../schema/index.js';
import { createToleratedFilter, type CheckReport } from './report.js';

const LEVELS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'note' };
const MAX_NOTIFICATIONS = 200;

export function toSarif(report: CheckReport, version: string): unknown {
  const violations = report.violations.filter(({ status }) => status === 'open' || status === 'exempt');
  const rules = listRules(report.definitions, violations);
  const indexes = new Map(rules.map(({ id }, index) => [id, index]));
  const isTolerated = createToleratedFilter(report);
  const stateOf = (violation: Violation): string => (isTolerated(violation) ? 'unchanged' : 'new');
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'AgentForge', semanticVersion: version, rules } },
        columnKind: 'utf16CodeUnits',
        invocations: [toInvocation(report)],
        results: violations.map((violation) => ({
          ...toResult(violation, indexes.get(nameRule(violation)) ?? -1),
          ...(report.tolerated?.length ? { baselineState: stateOf(violation) } : {}),
        })),
      },
    ],
  };
}

/** A linter's rules are rules below its check. */
function nameRule({ check, rule }: Violation): string {
  return rule === undefined ? check : `${check}/${rule}`;
}

interface Rule {
  readonly id: string;
  readonly shortDescription: { readonly text: string };
  readonly help?: { readonly text: string };
  readonly defaultConfiguration: { readonly level: string };
}

function listRules(definitions: readonly CheckDefinition[], violations: readonly Violation[]): Rule[] {
  const byId = new Map(definitions.map((definition) => [definition.id, definition]));
  const ids = new Set([...byId.keys(), ...violations.map(nameRule)]);
  return [...ids].map((id) => {
    const definition = byId.get(id) ?? byId.get(id.split('/')[0] ?? '');
    const hint = definition?.hint;
    return {
      id,
      shortDescription: { text: definition?.name ?? id },
      ...(hint === undefined ? {} : { help: { text: hint } }),
      defaultConfiguration: { level: LEVELS[definition?.severity ?? 'warning'] },
    };
  });
}

/** A check that did not run makes the whole run unsuccessful: its silence proves nothing. */
function toInvocation({ failedToRun, skipped }: CheckReport): unknown {
  const failures = failedToRun.map(({ id, error }) => ({
    level: 'error',
    message: { text: `${id} did not run: ${error}` },
    associatedRule: { id },
  }));
  const skips = skipped.slice(0, MAX_NOTIFICATIONS).map(({ path, why }) => ({
    level: 'note',
    message: { text: `${path} ${why}` },
    locations: [{ physicalLocation: { artifactLocation: toArtifact(path) } }],
  }));
  return {
    executionSuccessful: failedToRun.length === 0,
    toolExecutionNotifications: [...failures, ...skips],
  };
}

function toResult(violation: Violation, ruleIndex: number): object {
  const { symbol, value, limit, test, hint } = violation;
  return {
    ruleId: nameRule(violation),
    ruleIndex,
    level: LEVELS[violation.severity],
    message: { text: violation.message },
    ...(violation.path === '.' ? {} : { locations: [toLocation(violation)] }),
    partialFingerprints: { primaryLocationLineHash: `${violation.id}:1` },
    ...(violation.status === 'exempt'
      ? {
          suppressions: [{ kind: 'external', status: 'accepted', justification: violation.exemption ?? '' }],
        }
      : {}),
    properties: { violation: violation.id, symbol, value, limit, test, hint },
  };
}

function toLocation({ path, line, endLine, symbol }: Violation): unknown {
  const region = line === undefined ? {} : { region: { startLine: line, ...(endLine ? { endLine } : {}) } };
  return {
    physicalLocation: { artifactLocation: toArtifact(path), ...region },
    ...(symbol === undefined ? {} : { logicalLocations: [{ fullyQualifiedName: symbol }] }),
  };
}

function toArtifact(path: string): unknown {
  return { uri: path.split('/').map(encodeURIComponent).join('/'), uriBaseId: '%SRCROOT%' };
}
