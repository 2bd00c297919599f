// A file of rules → rules that can run; a rule that could hang is refused with its line and what to do.
import { LineCounter, parseDocument } from 'yaml';
import { findPatternProblem, parseShape, readYaml } from '../../platform/index.js';
import { AgentForgeError, ReportRules } from '../../schema/index.js';
import type { ReportRule } from '../../schema/index.js';

export interface CompiledRule extends ReportRule {
  readonly compiled: RegExp;
}

const GROUPS = ['file', 'line', 'col', 'code', 'severity', 'message', 'test'];

/** `name` is the file, for what is said about it. */
export function parseRules(text: string, name: string): CompiledRule[] {
  const { rules } = parseShape(readYaml(text, name, 'bad_config') ?? {}, ReportRules, name, 'bad_config');
  return compileRules(rules, (index) => `${name}:${findLine(text, index)}`);
}

/** The same for rules that stand in another file, such as the configuration. */
export function compileRules(
  rules: readonly ReportRule[],
  placeOf: (index: number) => string,
): CompiledRule[] {
  return rules.map((rule, index) => {
    const problem = findPatternProblem(rule.pattern) ?? findUnknownGroup(rule.pattern);
    if (problem === undefined) return { ...rule, compiled: new RegExp(rule.pattern, 'u') };
    throw new AgentForgeError(
      'bad_config',
      `${placeOf(index)}: the pattern of rule ${rule.id} cannot be used: ${problem}.`,
    );
  });
}

function findUnknownGroup(pattern: string): string | undefined {
  const names = [...pattern.matchAll(/\(\?<([A-Za-z_]\w{0,60})>/g)].map(([, group = '']) => group);
  const unknown = names.find((group) => !GROUPS.includes(group));
  if (unknown !== undefined) return `it has a group ${unknown}; groups are named ${GROUPS.join(', ')}`;
  return names.length > 0 ? undefined : `it has no named group; name what it finds, such as (?<message>.+)`;
}

/** The line of a rule's pattern in the file. */
export function findLine(text: string, index: number): number {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const node: unknown = document.getIn(['rules', index, 'pattern'], true);
  const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : undefined;
  const offset: unknown = Array.isArray(range) ? range[0] : 0;
  return lines.linePos(typeof offset === 'number' ? offset : 0).line;
}
