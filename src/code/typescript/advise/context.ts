// What advice is made from: functions as they are, and refactorings tried on texts that exist only in memory.
import type { TypeScript } from '../../javascript/load-typescript.js';
import type { RefactorOutcome, Refactoring, Transformed } from '../../refactoring.js';
import type { TransformInput } from '../transform-input.js';

export interface AdviseContext {
  readonly ts: TypeScript;
  /** The file as it is now; undefined when there is none. */
  read(path: string): string | undefined;
  /** One function of the file as if the file had this text. */
  open(path: string, text: string, functionName: string): TransformInput | undefined;
  /** What a refactoring would change in its file as if that had this text; not validated. */
  draft(text: string, refactoring: Refactoring): Transformed;
  /** The same, validated: parses, no new type errors, no comment lost, exports unchanged. */
  refactor(text: string, refactoring: Refactoring): RefactorOutcome;
}
