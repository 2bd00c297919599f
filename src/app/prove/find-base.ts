// The commit that a change is measured against.
import { findRepository, runGit } from '../../platform/index.js';
import { AgentForgeError } from '../../schema/index.js';

/** The asked one; else where HEAD left the default branch; else HEAD, so that only what is uncommitted counts. */
export async function findBase(root: string, asked: string | undefined): Promise<string> {
  const head = (await findRepository(root))?.head;
  if (typeof head !== 'string')
    throw new AgentForgeError(
      'bad_usage',
      `${root} has no commit to compare with, so no test can be shown to fail without the change; commit what was there before it.`,
    );
  if (asked !== undefined) return requireCommit(root, asked);
  const branch = await findDefaultBranch(root);
  const { exitCode, stdout } = await runGit(root, ['merge-base', head, branch ?? head]);
  return exitCode === 0 ? stdout.trim() : head;
}

async function requireCommit(root: string, asked: string): Promise<string> {
  const commit = await resolve(root, asked);
  if (commit !== undefined) return commit;
  throw new AgentForgeError(
    'bad_usage',
    `${JSON.stringify(asked)} names no commit here; pass a branch, tag or commit to --base.`,
  );
}

async function findDefaultBranch(root: string): Promise<string | undefined> {
  for (const name of ['refs/remotes/origin/HEAD', 'refs/heads/main', 'refs/heads/master']) {
    const commit = await resolve(root, name);
    if (commit !== undefined) return commit;
  }
  return undefined;
}

async function resolve(root: string, name: string): Promise<string | undefined> {
  const question = ['rev-parse', '--quiet', '--verify', '--end-of-options', `${name}^{commit}`];
  const { exitCode, stdout } = await runGit(root, question);
  return exitCode === 0 ? stdout.trim() : undefined;
}
