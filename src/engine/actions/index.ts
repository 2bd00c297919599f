// All built-in actions by name.
import type { Action } from './contract.js';
import { decideActions } from './decide.js';
import { editActions } from './edit.js';
import { lookActions } from './look.js';
import { measureActions } from './measure.js';
import { refactorActions } from './refactor.js';

export { defineAction } from './contract.js';
export type { Action, ActionView, FileRead, Intent, Load, TaskMeans } from './contract.js';
export { measureCommonEnds, numberLines, splitLines } from './text-lines.js';

export const builtinActions: readonly Action[] = [
  ...lookActions,
  ...editActions,
  ...refactorActions,
  ...measureActions,
  ...decideActions,
];
