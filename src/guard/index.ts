export { evaluate } from './evaluate.js';
export type { Judgement } from './evaluate.js';
export {
  builtinGuards,
  confinementGuard,
  editSizeGuard,
  pinnedFilesGuard,
  trustedCommandGuard,
} from './builtin.js';
export type {
  Dialect,
  EvidenceKind,
  Guard,
  GuardedAction,
  GuardedFile,
  GuardView,
  Objection,
  ShellDoubt,
  ShellReading,
  ShellSegment,
  ShellWrite,
  Stage,
  ToolKind,
  Verdict,
} from './contract.js';
