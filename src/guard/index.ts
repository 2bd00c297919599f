export { evaluate } from './evaluate.js';
export { readEvidence } from './read-evidence.js';
export type { Judgement } from './evaluate.js';
export {
  builtinGuards,
  confinementGuard,
  editSizeGuard,
  pinnedFilesGuard,
  trustedCommandGuard,
} from './builtin.js';
export { createPolicyGuards } from './policy/create-guards.js';
export { compilePolicy } from './policy/compile-policy.js';
export type { PolicyRequest } from './policy/compile-policy.js';
export {
  compileBuiltinPolicies,
  loadBuiltinGuards,
  loadProjectGuards,
  parseGuards,
} from './policy/load-guards.js';
export type { CompiledGuard, CompiledPolicy } from './policy/compiled.js';
export type { Place } from './policy/changes.js';
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
export { readShell } from './shell/read-shell.js';
export { scanSimple } from './shell/scan-simple.js';
export { failClosed, MAX_INPUT_BYTES, runHook } from './hook/endpoint.js';
export { HOOK_DIALECTS } from './hook/call.js';
export { serveHook } from './hook/serve.js';
export type { HookLoaders } from './hook/serve.js';
export type { HookAnswer, HookCall, HookDialect, HookEvent } from './hook/call.js';
export type { InstalledEntry } from './hook/config-change.js';
export type { HookSurroundings } from './hook/surroundings.js';
export type { Bypass, PolicyFile } from './hook/policy-file.js';
export { findChanges, hashWorkspace, listTracked, takeSnapshot } from './hook/snapshot.js';
