export { parseJson } from './parse-json.js';
export { parseShape, parseYaml, readYaml } from './read-yaml.js';
export { findPatternProblem, MAX_RULE_LINE_CHARS } from './check-pattern.js';
export { keepHeapSmall } from './heap.js';
export { present } from './present.js';
export { sha256, canonicalJson } from './hash.js';
export { createSimulatedClock, randomIds, systemClock } from './clock.js';
export { currentBootId, isSameProcess, ownIdentity } from './process-identity.js';
export { systemPause } from './pause.js';
export type { Pause } from './pause.js';
export type { Clock, Ids } from './clock.js';
export {
  createFile,
  ensureDirectory,
  ensureDurableDirectory,
  isDiskError,
  nodeDisk,
  readText,
  replaceFile,
} from './disk.js';
export type { Disk, FileMode, FileStatus, PinnedDirectory } from './disk.js';
export { confine } from './confine.js';
export type { Confined } from './confine.js';
export { applyEditSet, fileHash, invertEdits } from './edit-set.js';
export type { ApplyOptions, ApplyOutcome } from './edit-set.js';
export { quoteLastLines } from './last-lines.js';
export { acquireLease, currentHolder, HEARTBEAT_MS, STALE_AFTER_MS } from './lease.js';
export type { Holder, Lease } from './lease.js';
export { runCommand } from './command.js';
export type { CommandRequest, CommandResult } from './command.js';
export { controlManifest, manifestDifference } from './control-manifest.js';
export type { ControlManifest } from './control-manifest.js';
export { isControlPath } from './control-files.js';
export { diffFiles } from './diff-files.js';
export { packageFile, packageVersion } from './package-file.js';
export { failpoint, FAILPOINTS } from './failpoint.js';
export type { Failpoint } from './failpoint.js';
export { changedFiles, findRepository, listUnmerged, runGit } from './git.js';
export { adoptBranch, commitFiles, startRepository } from './git-commit.js';
export { endProcessGroup } from './process-group.js';
export { processIdentity } from './process-identity.js';
export type { ProcessIdentity } from './process-identity.js';
export { createRedactor } from './redact.js';
export type { Redactor } from './redact.js';
export { findSecretFiles } from './secret-files.js';
export { findSecrets, holdsSecrets } from './secret-patterns.js';
export { planSandbox } from './sandbox.js';
export type { SandboxPlan } from './sandbox.js';
export { workspaceHash } from './workspace-hash.js';
export type { HashCache } from './workspace-hash.js';
export {
  branchOf,
  commitInWorktree,
  isDirty,
  listWorktrees,
  openWorktree,
  removeWorktree,
} from './worktree.js';
export type { Worktree, WorktreeRequest } from './worktree.js';
export { prepareWorktree } from './worktree-prepare.js';
export type { Prepared } from './worktree-prepare.js';
