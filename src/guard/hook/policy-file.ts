// Loads the guards a hook judges by: those of a project that a person compiled, or those that come with the hook.
import { existsSync, readFileSync } from 'node:fs';
import type { CompiledPolicy } from '../policy/compiled.js';

/** What `install` and `guard` write for a project. */
export interface PolicyFile {
  readonly policy: CompiledPolicy;
  /** Guards that a person has set aside for a while. */
  readonly bypasses?: readonly Bypass[];
}

export interface Bypass {
  readonly guard: string;
  /** Until when, as an ISO date and time. */
  readonly until: string;
  readonly reason: string;
}

export interface PolicyRequest {
  /** Named by the installation, and so by a person. */
  readonly trusted: string | undefined;
  /** What a person has set aside; counts only with guards that a person named. */
  readonly bypasses: string;
  /** Found in a project that came from anywhere: it can add guards, and take none away. */
  readonly found: string | undefined;
  /** The guards of the package by profile. */
  readonly builtin: string;
  readonly profile: 'standard' | 'team';
}

/** Throws when there is none: without guards a hook must not let anything pass. */
export function loadPolicy({ trusted, bypasses, found, builtin, profile }: PolicyRequest): PolicyFile {
  if (trusted !== undefined && existsSync(trusted)) {
    const own = readJson(trusted) as PolicyFile;
    return { ...own, bypasses: existsSync(bypasses) ? (readJson(bypasses) as Bypass[]) : [] };
  }
  const policy = (readJson(builtin) as Readonly<Record<string, CompiledPolicy | undefined>>)[profile];
  if (policy === undefined) throw new Error(`${builtin} holds no guards for the profile ${profile}`);
  const more = found === undefined || !existsSync(found) ? undefined : (readJson(found) as PolicyFile);
  return { policy: more === undefined ? policy : addGuards(policy, more.policy) };
}

function addGuards(policy: CompiledPolicy, more: CompiledPolicy): CompiledPolicy {
  const known = new Set(policy.guards.map((guard) => JSON.stringify(guard)));
  const added = more.guards.filter((guard) => !known.has(JSON.stringify(guard)));
  return { ...policy, guards: [...policy.guards, ...added] };
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}
