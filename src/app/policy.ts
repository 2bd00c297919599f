// The guards that judge agents in a project: the built-in profile, and what the project adds. Compiled when first asked.
import {
  compilePolicy,
  createPolicyGuards,
  loadBuiltinGuards,
  loadProjectGuards,
  type CompiledPolicy,
  type Guard,
} from '../guard/index.js';
import type { ProjectConfig } from '../schema/index.js';
import { listBypassed } from './bypasses.js';

export interface PolicyRequest {
  readonly project: string;
  /** The working tree in which agents act. */
  readonly root: string;
  readonly guards: ProjectConfig['guards'];
  /** A configuration that nobody has allowed may add guards, and lift none. */
  readonly trusted: () => boolean;
}

export function openPolicy(request: PolicyRequest): () => readonly Guard[] {
  let guards: readonly Guard[] | undefined;
  return () => (guards ??= createPolicyGuards(withoutBypassed(request), { root: request.root }));
}

/** As they are when the process begins: what is set aside for a while stays so for this run. */
function withoutBypassed(request: PolicyRequest): CompiledPolicy {
  const policy = compileFor(request);
  const aside = new Set(listBypassed(request.project, Date.now()));
  return { ...policy, guards: policy.guards.filter(({ id }) => !aside.has(id)) };
}

export function compileFor({ project, guards, trusted }: Omit<PolicyRequest, 'root'>): CompiledPolicy {
  const { profile, disable, roles } = guards;
  const own = loadProjectGuards(project);
  const builtin = loadBuiltinGuards();
  if (!trusted()) return compilePolicy({ builtin, own, profile: profile === 'team' ? 'team' : 'standard' });
  return compilePolicy({ builtin, own, profile, disabled: disable, roles });
}
