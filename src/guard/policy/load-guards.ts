// The guards that come with the package, and those that people wrote into `.agentforge/guards/`.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import { isDiskError, packageFile, parseShape, readYaml } from '../../platform/index.js';
import { AgentForgeError, GuardDefinition } from '../../schema/index.js';
import { compilePolicy, findProblem } from './compile-policy.js';
import type { CompiledPolicy } from './compiled.js';

/** Shipped with the package, beside `src` and `dist`. */
const BUILTIN_GUARDS = packageFile('data/guards');

export function loadBuiltinGuards(): GuardDefinition[] {
  return loadFolder(BUILTIN_GUARDS, 'data/guards');
}

/** None when there is no such folder. Throws one sentence with file, line and expectation. */
export function loadProjectGuards(root: string): GuardDefinition[] {
  return loadFolder(path.join(root, '.agentforge', 'guards'), '.agentforge/guards');
}

/** What the build keeps, so that no hook has to parse YAML. */
export function compileBuiltinPolicies(): Record<'standard' | 'team', CompiledPolicy> {
  const builtin = loadBuiltinGuards();
  return {
    standard: compilePolicy({ builtin, profile: 'standard' }),
    team: compilePolicy({ builtin, profile: 'team' }),
  };
}

function loadFolder(folder: string, shown: string): GuardDefinition[] {
  const origins = new Map<string, string>();
  return listYaml(folder).flatMap((name) => {
    const loaded = parseGuards(readFileSync(path.join(folder, name), 'utf8'), `${shown}/${name}`);
    return loaded.map(({ definition, from }) => {
      const other = origins.get(definition.id);
      if (other !== undefined)
        throw new AgentForgeError(
          'bad_config',
          `${from}: there is a guard ${definition.id} already (${other}); give one of them another id.`,
        );
      origins.set(definition.id, from);
      return definition;
    });
  });
}

interface Loaded {
  readonly definition: GuardDefinition;
  /** A file and line. */
  readonly from: string;
}

/** `name` is where the text came from. */
export function parseGuards(text: string, name: string): Loaded[] {
  const value = readYaml(text, name, 'bad_config') ?? [];
  const isList = Array.isArray(value);
  const items: readonly unknown[] = isList ? value : [value];
  return items.map((item, index) => {
    const at = isList ? [index] : [];
    const definition = parseGuard(text, item, at, name);
    const from = `${name}:${findLine(text, at)}`;
    const problem = findProblem(definition);
    if (problem !== undefined)
      throw new AgentForgeError('bad_config', `${from}: the guard ${definition.id} ${problem}.`);
    return { definition, from };
  });
}

function parseGuard(text: string, value: unknown, at: readonly PropertyKey[], name: string): GuardDefinition {
  const parsed = GuardDefinition.safeParse(value);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  // The issue that parseShape will speak of.
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0];
  const keys = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const line = findLine(text, [...at, ...(issue?.path ?? []), ...keys]);
  return parseShape(value, GuardDefinition as z.ZodType<GuardDefinition>, `${name}:${line}`, 'bad_config');
}

/** The line of a value, or of the nearest thing around it that is there. */
function findLine(text: string, keys: readonly PropertyKey[]): number {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, keepSourceTokens: false });
  for (let depth = keys.length; depth > 0; depth -= 1) {
    const node: unknown = document.getIn(keys.slice(0, depth), true);
    if (typeof node !== 'object' || node === null || !('range' in node) || !Array.isArray(node.range))
      continue;
    const start: unknown = node.range[0];
    if (typeof start === 'number') return lines.linePos(start).line;
  }
  return 1;
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
