// The one error thrown at boundaries: a literal code for programs, one helpful sentence for people.

export type ErrorCode =
  | 'bad_config'
  | 'bad_task'
  | 'bad_reply'
  | 'bad_usage'
  | 'not_found'
  | 'not_trusted'
  | 'outside_root'
  | 'control_file'
  | 'file_changed'
  | 'journal_damaged'
  | 'lease_held'
  | 'lease_lost'
  | 'model_failed'
  | 'script_exhausted'
  | 'stale_context'
  | 'sandbox_missing'
  | 'command_failed'
  | 'disk_failed'
  | 'interrupted'
  | 'limit';

export class AgentForgeError extends Error {
  override readonly name = 'AgentForgeError';

  constructor(
    readonly code: ErrorCode,
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}
