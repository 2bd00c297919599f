// Definitions → a policy: the guards of a profile without those switched off, with every pattern checked.
import { canonicalJson, findPatternProblem, sha256 } from '../../platform/index.js';
import { AgentForgeError, type GuardDefinition } from '../../schema/index.js';
import { compileGlobs } from './compile-globs.js';
import type {
  CompiledCommand,
  CompiledField,
  CompiledGuard,
  CompiledMatch,
  CompiledPolicy,
} from './compiled.js';
import { JUDGES } from './judges/index.js';

export interface PolicyRequest {
  readonly builtin: readonly GuardDefinition[];
  /** A project's own; one with the id of a built-in guard comes on top of it. */
  readonly own?: readonly GuardDefinition[];
  readonly profile: CompiledPolicy['profile'];
  /** Ids or groups. */
  readonly disabled?: readonly string[];
  /** What a role of the guards is called here: `{ orchestrator: [main] }`. */
  readonly roles?: Readonly<Record<string, readonly string[]>>;
}

/** Throws one sentence when a guard cannot be used. */
export function compilePolicy(request: PolicyRequest): CompiledPolicy {
  const { builtin, own = [], profile, disabled = [], roles = {} } = request;
  refuseUnknown([...builtin, ...own], disabled);
  for (const definition of own) refuseWeaker(definition, builtin);
  const chosen = profile === 'off' ? [] : [...builtin, ...own].filter((one) => isOn(one, profile, disabled));
  const guards = chosen.map((definition) => compileGuard(definition, roles));
  return { version: 1, profile, hash: sha256(canonicalJson(guards)), guards };
}

function isOn(
  { id, group, enabled, profiles }: GuardDefinition,
  profile: 'standard' | 'team',
  disabled: readonly string[],
): boolean {
  const isDisabled = disabled.includes(id) || (group !== undefined && disabled.includes(group));
  return enabled && !isDisabled && profiles.includes(profile);
}

function refuseUnknown(definitions: readonly GuardDefinition[], disabled: readonly string[]): void {
  const known = new Set(definitions.flatMap(({ id, group }) => (group === undefined ? [id] : [id, group])));
  const unknown = disabled.find((id) => !known.has(id));
  if (unknown === undefined) return;
  const there = [...known].sort().join(', ');
  throw new AgentForgeError(
    'bad_config',
    `\`guards.disable\` names ${unknown}, but there are only ${there}.`,
  );
}

const WEIGHTS: readonly GuardDefinition['verdict'][] = ['warn', 'ask', 'deny'];

function refuseWeaker(own: GuardDefinition, builtin: readonly GuardDefinition[]): void {
  const other = builtin.find(({ id }) => id === own.id);
  if (!other) return;
  const isWeaker = WEIGHTS.indexOf(own.verdict) < WEIGHTS.indexOf(other.verdict);
  if (!isWeaker && own.enabled) return;
  throw new AgentForgeError(
    'bad_config',
    `The guard ${own.id} comes with AgentForge and says ${other.verdict}; a project's guard of that id can only be stricter. Name it under \`guards.disable\` in the configuration to do without it.`,
  );
}

function compileGuard(definition: GuardDefinition, roles: PolicyRequest['roles']): CompiledGuard {
  const problem = findProblem(definition);
  if (problem !== undefined)
    throw new AgentForgeError('bad_config', `The guard ${definition.id} ${problem}.`);
  const { id, stage, uses, require, verdict, reason, hint } = definition;
  return omitUndefined({
    id,
    stage,
    match: compileMatch(definition.match, roles ?? {}),
    uses,
    evidence: require?.evidence,
    verdict,
    reason,
    hint,
  });
}

/** What a shape cannot say; the end of a sentence that begins with the guard's name. */
export function findProblem({ uses, match }: GuardDefinition): string | undefined {
  if (uses !== undefined && !Object.hasOwn(JUDGES, uses))
    return `uses ${uses}, but the judges are ${Object.keys(JUDGES).join(', ')}`;
  for (const pattern of listPatterns(match)) {
    const problem = findPatternProblem(pattern);
    if (problem !== undefined)
      return `has a pattern that cannot be used, ${JSON.stringify(pattern)}: ${problem}`;
  }
  const glob = [match.path, match.not_path, match.field?.file]
    .flatMap((globs) => globs ?? [])
    .find(isBadGlob);
  return glob === undefined
    ? undefined
    : `has a glob that cannot be used, ${JSON.stringify(glob)}: write it from the project root with /, without ! or ./ before it`;
}

function isBadGlob(glob: string): boolean {
  return /^(?:!|\.\.?\/)|\\/.test(glob);
}

type Match = GuardDefinition['match'];

function listPatterns(match: Match): string[] {
  return [
    match.added,
    match.removed,
    match.content,
    match.field?.to_matches,
    ...toList(match.command).map(({ pattern }) => pattern),
    ...toList(match.count).map(({ pattern }) => pattern),
  ].filter((pattern) => pattern !== undefined);
}

function compileMatch(match: Match, roles: Readonly<Record<string, readonly string[]>>): CompiledMatch {
  const { tool, dialect, role, not_role, path, not_path, added, removed, content, doubtful } = match;
  return omitUndefined({
    tool,
    dialect,
    role: role && nameRoles(role, roles),
    notRole: not_role && nameRoles(not_role, roles),
    path: path && compileGlobs(path),
    notPath: not_path && compileGlobs(not_path),
    added,
    removed,
    content,
    commands: match.command === undefined ? undefined : toList(match.command).map(compileCommand),
    field: match.field && compileField(match.field),
    counts: match.count === undefined ? undefined : toList(match.count),
    doubtful,
  });
}

function nameRoles(names: readonly string[], roles: Readonly<Record<string, readonly string[]>>): string[] {
  const all = names.flatMap((name) => [name, ...(Object.hasOwn(roles, name) ? (roles[name] ?? []) : [])]);
  return [...new Set(all.map((name) => name.toLowerCase()))];
}

function compileCommand(command: Exclude<Match['command'], readonly unknown[] | undefined>): CompiledCommand {
  const { program, args, any_args, flags, not_flags, pattern, sets } = command;
  return omitUndefined({
    program: program?.map((name) => name.toLowerCase()),
    args,
    anyArgs: any_args,
    flags,
    notFlags: not_flags,
    pattern,
    sets,
  });
}

function compileField(field: NonNullable<Match['field']>): CompiledField {
  const { file, path, from, to, to_matches, unclear } = field;
  return omitUndefined({
    file: compileGlobs(file),
    paths: toList(path).map((one) =>
      one
        .replaceAll('[', '.[')
        .split('.')
        .filter((key) => key !== ''),
    ),
    from,
    to,
    toMatches: to_matches,
    unclear,
  });
}

function toList<T>(value: T | readonly T[] | undefined): readonly T[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? (value as readonly T[]) : [value as T];
}

type Given<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

function omitUndefined<T extends object>(value: T): Given<T> {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as Given<T>;
}
