// The checks of a project: built-in sets, and what people wrote into `.agentforge/checks/`.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { AgentForgeError, CheckFile, type CheckDefinition } from '../../schema/index.js';
import { isDiskError } from '../../platform/index.js';
import { listBuiltinSets, loadBuiltinSet } from './builtin-sets.js';
import { findProblem } from './definition-problem.js';
import { findLine, parseLocatedYaml } from './locate-issue.js';

/** Only what ships with the package: nothing of a project is read. */
export function loadBuiltinChecks(sets: readonly string[] = listBuiltinSets()): CheckDefinition[] {
  return sets.flatMap((set) => loadSet(set, 'The built-in checks'));
}

/** Everything in `.agentforge/checks/`; none when there is no such folder. Throws one sentence with file, line and expectation. */
export function loadProjectChecks(root: string): CheckDefinition[] {
  const folder = path.join(root, '.agentforge', 'checks');
  const origins = new Map<string, { definition: CheckDefinition; from: string }>();
  for (const name of listYaml(folder)) {
    const shown = `.agentforge/checks/${name}`;
    for (const { definition, from } of loadFile(readFileSync(path.join(folder, name), 'utf8'), shown)) {
      const other = origins.get(definition.id);
      const isSameSet = other !== undefined && from === other.from && from.startsWith('set ');
      if (other && !isSameSet) throw describeDouble(definition.id, from, other.from);
      origins.set(definition.id, { definition, from });
    }
  }
  return [...origins.values()].map(({ definition }) => definition);
}

interface Loaded {
  readonly definition: CheckDefinition;
  /** A file and line, or the set it belongs to. */
  readonly from: string;
}

function loadFile(text: string, name: string): Loaded[] {
  const file = parseLocatedYaml(text, CheckFile, name);
  const used = file.use.flatMap((set, index) =>
    loadSet(set, `${name}:${findLine(text, ['use', index]) ?? 1}`).map((definition) => ({
      definition,
      from: `set ${set}`,
    })),
  );
  const known = used.map(({ definition }) => definition.id);
  file.without.forEach((id, index) => {
    if (known.includes(id)) return;
    const line = findLine(text, ['without', index]) ?? 1;
    const there = known.length === 0 ? 'no set is used here' : `there are ${known.join(', ')}`;
    throw new AgentForgeError(
      'bad_config',
      `${name}:${line}: no check of the sets used here is called ${id}; ${there}.`,
    );
  });
  return [
    ...used.filter(({ definition }) => !file.without.includes(definition.id)),
    ...file.checks.map((definition, index) => {
      const from = `${name}:${findLine(text, ['checks', index]) ?? 1}`;
      refuseProblem(definition, from);
      return { definition, from };
    }),
  ];
}

function loadSet(set: string, from: string): CheckDefinition[] {
  const sets = listBuiltinSets();
  if (!sets.includes(set))
    throw new AgentForgeError(
      'bad_config',
      `${from}: there is no built-in set ${JSON.stringify(set)}; there are ${sets.join(', ')}.`,
    );
  return loadBuiltinSet(set);
}

function refuseProblem(definition: CheckDefinition, from: string): void {
  const problem = findProblem(definition);
  if (problem !== undefined)
    throw new AgentForgeError('bad_config', `${from}: the check ${definition.id} ${problem}.`);
}

function describeDouble(id: string, from: string, other: string): AgentForgeError {
  const isFromSet = other.startsWith('set ') || from.startsWith('set ');
  const remedy = isFromSet
    ? `name it under \`without\` where the set is used`
    : 'give one of them another id';
  return new AgentForgeError('bad_config', `${from}: there is a check ${id} already (${other}); ${remedy}.`);
}

function listYaml(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => /\.ya?ml$/.test(name))
      .sort();
  } catch (error) {
    if (isDiskError(error, 'ENOENT', 'ENOTDIR')) return [];
    throw error;
  }
}
