// What a hook is started with: where it is installed, and what it may load when it has to.
import type { HookDialect } from './call.js';
import type { InstalledEntry } from './config-change.js';
import type { ReadShell } from './judge-call.js';
import type { PolicyRequest } from './policy-file.js';
import type * as snapshot from './snapshot.js';

export interface HookSurroundings {
  readonly dialect: HookDialect;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Where the process was started. */
  readonly cwd: string;
  /** The project that the hook was installed for, if it was for one. */
  readonly project?: string;
  readonly profile: PolicyRequest['profile'];
  /** The project's own guards, as a person compiled them. */
  readonly policy?: string;
  /** The guards that come with the hook. */
  readonly builtin: string;
  readonly listInstalled: () => readonly InstalledEntry[];
  readonly readShell: ReadShell;
  /** Git and all it takes; only where it is needed. */
  readonly loadSnapshots: () => Promise<typeof snapshot>;
  readonly now: () => number;
  readonly deadlineMs?: number;
}
