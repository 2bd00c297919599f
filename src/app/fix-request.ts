// What somebody wants fixed, and whether that is possible: judged before anybody is asked and before anything is made.
import { detectRunnerIn, loadExemptions, loadViolations } from '../check/index.js';
import { findRepository, isDirty, runGit } from '../platform/index.js';
import { AgentForgeError, type FixInputs, type TestsSpec } from '../schema/index.js';
import { findById, listOpen, type ChoiceRequest } from './choose-violations.js';
import { loadConfig } from './config.js';
import { createHarness, type HarnessOptions } from './harness.js';
import { requireModel } from './models.js';

export interface FixRequest extends ChoiceRequest {
  /** Default: in place, and on a branch in a worktree when the tree is dirty. */
  readonly where?: FixInputs['where'] | undefined;
  readonly branch?: string | undefined;
  /** Go on although the project has no tests. */
  readonly withoutTests?: boolean;
  readonly harness?: Omit<HarnessOptions, 'project' | 'workspace'>;
  /** Asks whoever must allow it: once what was said makes sense, before anything runs or is made. Throws when they do not. */
  readonly consent?: () => Promise<void>;
}

export interface JudgedRequest {
  readonly where: FixInputs['where'];
  readonly tests: TestsSpec | undefined;
}

type Repository = NonNullable<Awaited<ReturnType<typeof findRepository>>>;

/** Reads only, and runs nothing of the project. */
export async function judgeRequest(request: FixRequest): Promise<JudgedRequest> {
  const { project, harness, branch } = request;
  const model = harness?.model ?? loadConfig(project).model;
  if (typeof model === 'string') requireModel(project, model);
  const tests = requireTests(request);
  const repository = await findRepository(project);
  if (branch !== undefined && repository) await requireFreeBranch(project, branch, repository);
  await requireKnown(request);
  return { where: await choosePlace(request, repository), tests };
}

/** How the project's tests run: as configured, or as found. */
export function findTests(project: string): { spec?: TestsSpec; configured: boolean; why: string } {
  const configured = loadConfig(project).tests;
  if (configured) return { spec: configured, configured: true, why: 'as configured' };
  const detected = detectRunnerIn(project);
  return 'spec' in detected
    ? { spec: detected.spec, configured: false, why: detected.why }
    : { configured: false, why: detected.none };
}

function requireTests({ project, withoutTests }: FixRequest): TestsSpec | undefined {
  if (withoutTests) return undefined;
  const { spec, why } = findTests(project);
  if (spec) return spec;
  throw new AgentForgeError(
    'bad_usage',
    `No tests were found, so nothing would show that a fix keeps what the code does (${why}); set \`tests\` in .agentforge/config.yaml, or pass --no-tests to rely on checks alone.`,
  );
}

/** Fixes are made from the last commit: on a branch that is elsewhere they would not be what was measured. */
async function requireFreeBranch(root: string, branch: string, { head }: Repository): Promise<void> {
  const ref = `refs/heads/${branch}`;
  const ask = async (...question: string[]): Promise<string | undefined> => {
    const { exitCode, stdout } = await runGit(root, question);
    return exitCode === 0 ? stdout.trim() : undefined;
  };
  if (branch.startsWith('-') || (await ask('check-ref-format', ref)) === undefined)
    throw new AgentForgeError('bad_usage', `${JSON.stringify(branch)} cannot be the name of a branch.`);
  const tip = await ask('rev-parse', '--quiet', '--verify', `${ref}^{commit}`);
  if (tip !== undefined && tip !== head)
    throw new AgentForgeError(
      'bad_usage',
      `The branch ${branch} exists and is not at the current commit; name another one after --commit, or \`git switch ${branch}\` first to go on from there.`,
    );
  const names = (await ask('for-each-ref', '--format=%(refname:short)', 'refs/heads/'))?.split('\n') ?? [];
  const other = names.find((name) => name.startsWith(`${branch}/`) || branch.startsWith(`${name}/`));
  if (tip === undefined && other !== undefined)
    throw new AgentForgeError(
      'bad_usage',
      `There cannot be a branch ${branch} beside the branch ${other}; name another one after --commit.`,
    );
}

/** What the last check listed is believed; the rest is looked for as far as that goes without running commands. */
async function requireKnown(request: FixRequest): Promise<void> {
  const { what, project, today } = request;
  if (what === 'all' || 'top' in what) return;
  const exempt = loadExemptions(project).find(
    ({ violation = '', expires }) => what.ids.includes(violation) && expires >= today,
  );
  if (exempt)
    throw new AgentForgeError(
      'bad_usage',
      `${exempt.violation ?? ''} is exempt until ${exempt.expires}; remove that from .agentforge/exemptions.yaml to have it fixed.`,
    );
  const listed = loadViolations(project)?.violations ?? [];
  const unknown = what.ids.filter((id) => !listed.some((one) => one.id === id && one.status === 'open'));
  if (unknown.length === 0) return;
  const { runtime } = createHarness({ ...request.harness, project, trusted: false });
  const { open, failedToRun } = await listOpen({ ...request, harness: { trusted: false } }, runtime);
  if (failedToRun.length === 0) for (const id of unknown) findById(open, id);
}

/** Work that is not committed is never mixed with ours. */
async function choosePlace(
  { project, where, tell }: FixRequest,
  repository: Repository | undefined,
): Promise<FixInputs['where']> {
  if (repository === undefined) {
    if (where === undefined || where === 'in_place') return 'in_place';
    throw new AgentForgeError(
      'bad_usage',
      `${project} is not in a git repository, so fixes can only be made in place; pass --in-place, or leave out --commit and --isolate.`,
    );
  }
  if (where === 'in_place') return 'in_place';
  if (repository.head === null)
    throw new AgentForgeError(
      'bad_usage',
      `${project} has no commit yet, so there is nothing to begin a branch at; commit first, or pass --in-place.`,
    );
  if (where === 'worktree' || !(await isDirty(project))) return where ?? 'in_place';
  tell?.('the working tree has uncommitted changes: fixing in a worktree of the last commit, on a branch');
  return 'worktree';
}
