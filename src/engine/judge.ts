// Judges an action against the guards: they see the plan, with before and after known, and these parts of the task.
import {
  evaluate,
  type GuardedAction,
  type GuardedFile,
  type GuardView,
  type Objection,
} from '../guard/index.js';
import type { TaskState } from '../schema/index.js';
import type { TaskSession } from './session.js';

/** `state` is the session's own, or an earlier one when a journal is replayed. */
export function judge(session: TaskSession, state: TaskState, action: GuardedAction): Objection | undefined {
  const judged = { ...action, files: action.files.map((file) => markOwn(file, state)) };
  const { verdict } = evaluate(judged, createGuardView(session, state), session.runtime.guards);
  return verdict.decision === 'deny' || verdict.decision === 'ask' ? verdict : undefined;
}

/** What the task made itself it may take away again. */
function markOwn(file: GuardedFile, { files }: TaskState): GuardedFile {
  return files[file.path]?.before === null ? { ...file, own: true } : file;
}

function createGuardView({ runtime, spec }: TaskSession, state: TaskState): GuardView {
  const commands = Object.values(runtime.config.commands);
  const trusted = [...commands, ...spec.checks, ...(spec.tests ? [spec.tests] : [])];
  return {
    refuseWrite: runtime.workspace.refuseWrite,
    pinned: new Set(Object.keys(state.pins).filter((path) => !state.approved.includes(path))),
    trustedCommands: new Set(trusted.map(({ command }) => JSON.stringify(command))),
  };
}
