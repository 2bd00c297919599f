// What the engine needs from outside, handed in by the composition root.
import type { CompiledRule } from '../report/index.js';
import type { Check, Conformance, EvidenceStore } from '../check/index.js';
import type { Guard } from '../guard/index.js';
import type { Model } from '../model/index.js';
import type { Clock, Ids } from '../platform/index.js';
import type { Event, ProjectConfig, TaskType } from '../schema/index.js';
import type { StateStore } from '../store/index.js';
import type { Action } from './actions/index.js';
import type { Workspace } from './workspace.js';

/** What is going on right now; for listeners only, never journaled. */
export interface Activity {
  readonly type: 'activity';
  readonly task: string;
  readonly step: number;
  readonly phase: string;
  readonly doing: 'measuring' | 'asking' | 'waiting' | 'acting' | 'verifying' | 'running' | 'mended';
  readonly detail: string;
}

/** The only output of the engine: journal events as they are recorded, and what happens between them. */
export type HarnessEvent = ({ readonly task: string } & Event) | Activity;

export interface TaskTypes {
  /** Throws `bad_task` when there is no such type. */
  readonly find: (name: string) => TaskType;
  /** The text of a prompt, `system` or a phase; empty when there is none. */
  readonly prompt: (type: string, name: string) => string;
}

export interface ModelUse {
  readonly role: 'step' | 'reading';
  readonly phase: string;
}

export interface Runtime {
  readonly store: StateStore;
  readonly workspace: Workspace;
  readonly model: Model;
  /** Another model for a phase, or for reading what no rule understands; undefined where none is named. */
  readonly modelFor?: ((use: ModelUse) => Model | undefined) | undefined;
  /** What a step is told: what fits under the ceiling (default), or everything that happened, for comparing the two. */
  readonly contexts?: 'bounded' | 'accumulating';
  readonly clock: Clock;
  readonly ids: Ids;
  readonly types: TaskTypes;
  readonly actions: readonly Action[];
  readonly guards: readonly Guard[];
  /** Checks defined in code, besides those of the task file. */
  readonly checks: readonly Check[];
  readonly conformance?: Conformance | undefined;
  readonly config: ProjectConfig;
  /** The project's own, for output that only its tools print. */
  readonly rules: readonly CompiledRule[];
  readonly evidence: EvidenceStore;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly emit: (event: HarnessEvent) => void;
}
