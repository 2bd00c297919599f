export { evaluate } from './evaluate.js';
export type { Judgement } from './evaluate.js';
export {
  builtinGuards,
  confinementGuard,
  editSizeGuard,
  pinnedFilesGuard,
  trustedCommandGuard,
} from './builtin.js';
export type { Guard, GuardedAction, GuardedFile, GuardView, Objection, Verdict } from './contract.js';
