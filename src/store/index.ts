export { FileStateStore } from './file-store.js';
export type { FileStoreOptions } from './file-store.js';
export { MemoryStateStore } from './memory-store.js';
export type {
  Checkpoint,
  IntegrityReport,
  Loaded,
  PendingControl,
  Repair,
  StateStore,
  StepPart,
  TaskWriter,
} from './contract.js';
