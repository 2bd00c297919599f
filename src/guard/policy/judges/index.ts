// The judges a guard can name with `uses`.
import { judgeControlFiles } from './control-files.js';
import { judgeDestructiveFiles } from './destructive-files.js';
import type { Judge } from './judge.js';
import { judgeOutsideRoot } from './outside-root.js';
import { judgeOwnGates } from './own-gates.js';
import { judgeRunnerConfig } from './runner-config.js';
import { judgeSecretsSent, judgeSecretsWritten } from './secrets.js';
import { judgeDeleted, judgeUnchanged, judgeUnread } from './plain-judges.js';

export const JUDGES: Readonly<Record<string, Judge>> = {
  'control-files': judgeControlFiles,
  deleted: judgeDeleted,
  'destructive-files': judgeDestructiveFiles,
  'outside-root': judgeOutsideRoot,
  'own-gates': judgeOwnGates,
  'runner-config': judgeRunnerConfig,
  'secrets-sent': judgeSecretsSent,
  'secrets-written': judgeSecretsWritten,
  unchanged: judgeUnchanged,
  unread: judgeUnread,
};
