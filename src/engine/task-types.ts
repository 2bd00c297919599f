// Task types and prompts, read from data: the project's own first, then the built-in ones.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { packageFile, parseShape, readYaml } from '../platform/index.js';
import { countTokens, describeFence } from '../model/index.js';
import { AgentForgeError, TaskType } from '../schema/index.js';
import { isCondition } from './conditions.js';
import { ENDS } from './phases.js';
import type { TaskTypes } from './runtime.js';

/** Shipped with the package, beside `src` and `dist`. */
export const BUILTIN_DATA = packageFile('data');

const SEAM_TOKENS = 100;
const MAX_EXTENDS = 10;

/** `folders` hold `types/` and `prompts/`; earlier ones win. */
export function loadTaskTypes(folders: readonly string[]): TaskTypes {
  const known = new Map<string, TaskType>();
  return {
    find(name) {
      const type = known.get(name) ?? readType(folders, name);
      known.set(name, type);
      return type;
    },
    prompt: (type, name) => readPrompt(folders, type, name),
  };
}

type Raw = Record<string, unknown>;

function readType(folders: readonly string[], name: string): TaskType {
  const type = parseShape(
    { ...readRaw(folders, name, 0), name },
    TaskType,
    `Task type ${name}`,
    'bad_config',
  );
  const problem = findProblem(type);
  if (problem !== undefined) throw new AgentForgeError('bad_config', `Task type ${name}: ${problem}.`);
  return type;
}

function readRaw(folders: readonly string[], name: string, depth: number): Raw {
  const file = findFile(folders, path.join('types', `${path.basename(name)}.yaml`));
  if (file === undefined || name === '') {
    const names = new Set(folders.flatMap((folder) => listNames(path.join(folder, 'types'))));
    names.delete('base');
    throw new AgentForgeError(
      'bad_task',
      `There is no task type ${JSON.stringify(name)}; there are ${[...names].join(', ')}.`,
    );
  }
  if (depth > MAX_EXTENDS) throw new AgentForgeError('bad_config', `Task type ${name}: it extends itself.`);
  const raw = readYaml(readFileSync(file, 'utf8'), file, 'bad_config') ?? {};
  if (!isRecord(raw)) throw new AgentForgeError('bad_config', `${file} is not a mapping.`);
  const { extends: parent, ...own } = raw;
  if (parent === undefined) return own;
  if (typeof parent !== 'string')
    throw new AgentForgeError('bad_config', `${file}: extends names one other type.`);
  return merge(readRaw(folders, parent, depth + 1), own);
}

/** Caps and settings add up; a phase table or a transition list replaces the inherited one as a whole. */
function merge(base: Raw, own: Raw): Raw {
  const merged = { ...base, ...own };
  for (const key of ['sections', 'loops', 'memory', 'limits']) {
    const [inherited, set] = [base[key], own[key]];
    if (isRecord(inherited) && isRecord(set)) merged[key] = { ...inherited, ...set };
  }
  return merged;
}

function findProblem(type: TaskType): string | undefined {
  const phases = Object.keys(type.phases);
  const targets = new Set<string>([...phases, ...ENDS]);
  const conditions = [
    ...Object.values(type.phases).flatMap(({ success, failure, recommend }) => [
      success,
      ...(failure === undefined ? [] : [failure]),
      ...recommend.map(({ when }) => when),
    ]),
    ...type.transitions.flatMap(({ when }) => when),
  ];
  const unknown = conditions.find((name) => !isCondition(name));
  if (unknown !== undefined) return `there is no condition ${JSON.stringify(unknown)}`;
  const lost = type.transitions.find(({ from, to }) => !phases.includes(from) || !targets.has(to));
  if (lost) return `the transition ${lost.from} → ${lost.to} names a phase that does not exist`;
  const fence = countTokens(describeFence('00000000'));
  if ((type.sections.system ?? 0) < fence)
    return `its system section of ${type.sections.system ?? 0} tokens cannot hold the reply format of ${fence}`;
  const { windows: _, ...fixed } = type.sections;
  const caps = Object.values(fixed).reduce((sum, cap) => sum + cap, 0);
  if (caps + SEAM_TOKENS > type.ceiling)
    return `its section caps add up to ${caps} tokens, which leaves no room under the ceiling of ${type.ceiling}`;
  return undefined;
}

function readPrompt(folders: readonly string[], type: string, name: string): string {
  const file =
    findFile(folders, path.join('prompts', path.basename(type), `${path.basename(name)}.md`)) ??
    (name === 'system' ? findFile(folders, path.join('prompts', 'custom', 'system.md')) : undefined);
  return file === undefined ? '' : readFileSync(file, 'utf8').trim();
}

function findFile(folders: readonly string[], relative: string): string | undefined {
  return folders.map((folder) => path.join(folder, relative)).find((file) => existsSync(file));
}

function listNames(folder: string): string[] {
  return existsSync(folder)
    ? readdirSync(folder).flatMap((name) => (name.endsWith('.yaml') ? [name.slice(0, -'.yaml'.length)] : []))
    : [];
}

function isRecord(value: unknown): value is Raw {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
