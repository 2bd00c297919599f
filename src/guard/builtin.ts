// The guards that are always on: confinement with control files, pinned configuration, trusted commands, sane sizes.
import type { Guard } from './contract.js';

const MAX_FILES = 50;
const MAX_FILE_BYTES = 2_000_000;
/** An edit set is one record of the journal, and all its paths are in it. */
const MAX_PATHS_BYTES = 4_000;

export const confinementGuard: Guard = {
  name: 'confinement',
  judge: (action, view) =>
    action.files.flatMap(({ path }) => {
      const reason = view.refuseWrite(path);
      return reason === undefined
        ? []
        : [
            {
              decision: 'deny',
              guard: 'confinement',
              reason,
              hint: 'Edit source files inside the project only.',
            },
          ];
    }),
};

export const pinnedFilesGuard: Guard = {
  name: 'pinned-files',
  judge: (action, view) =>
    action.files
      .filter(({ path }) => view.pinned.has(path))
      .map(({ path }) => ({
        decision: 'ask',
        guard: 'pinned-files',
        reason: `${path} decides how tests and checks run, so a person must allow a change to it`,
        hint: 'Reach the goal without changing how it is measured, or wait for the answer.',
      })),
};

export const editSizeGuard: Guard = {
  name: 'edit-size',
  judge: ({ files }) => {
    const large = files.find(({ after }) => after !== null && after.length > MAX_FILE_BYTES);
    const hint = 'Make a smaller change.';
    if (large)
      return [{ decision: 'deny', guard: 'edit-size', reason: `${large.path} would be over 2 MB`, hint }];
    const pathBytes = files.reduce((sum, { path }) => sum + Buffer.byteLength(path), 0);
    if (files.length <= MAX_FILES && pathBytes <= MAX_PATHS_BYTES) return [];
    const reason =
      files.length > MAX_FILES
        ? `one action may change ${MAX_FILES} files, not ${files.length}`
        : 'the paths of the changed files are too long to be recorded together';
    return [{ decision: 'deny', guard: 'edit-size', reason, hint }];
  },
};

export const trustedCommandGuard: Guard = {
  name: 'trusted-command',
  judge: ({ argv }, view) =>
    argv === undefined || view.trustedCommands.has(JSON.stringify(argv))
      ? []
      : [
          {
            decision: 'deny',
            guard: 'trusted-command',
            reason: `the command ${JSON.stringify(argv)} is not in the trusted configuration`,
            hint: 'Use run_check, run_tests, or run_command with a configured name.',
          },
        ],
};

export const builtinGuards: readonly Guard[] = [
  confinementGuard,
  editSizeGuard,
  trustedCommandGuard,
  pinnedFilesGuard,
];
