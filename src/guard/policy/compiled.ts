// A policy as the hook reads it: plain JSON, patterns as sources of regular expressions, nothing left to check.
import type { Dialect, EvidenceKind, Objection, ShellDoubt, Stage, ToolKind } from '../contract.js';

export interface CompiledPolicy {
  readonly version: 1;
  readonly profile: 'standard' | 'team' | 'off';
  /** Of everything it was made from: another hash is another policy. */
  readonly hash: string;
  readonly guards: readonly CompiledGuard[];
}

export interface CompiledGuard {
  readonly id: string;
  readonly stage: Stage;
  readonly match: CompiledMatch;
  readonly uses?: string;
  readonly evidence?: EvidenceKind;
  readonly verdict: Objection['decision'];
  readonly reason: string;
  readonly hint: string;
}

export interface CompiledMatch {
  readonly tool?: readonly ToolKind[];
  readonly dialect?: readonly Dialect[];
  /** Lower case. */
  readonly role?: readonly string[];
  readonly notRole?: readonly string[];
  readonly path?: CompiledGlobs;
  readonly notPath?: CompiledGlobs;
  readonly added?: string;
  readonly removed?: string;
  readonly content?: string;
  readonly commands?: readonly CompiledCommand[];
  readonly field?: CompiledField;
  readonly counts?: readonly CompiledCount[];
  readonly doubtful?: readonly ShellDoubt['kind'][];
}

export interface CompiledGlobs {
  readonly source: string;
  /** Lower case; a path that contains none of them does not match. */
  readonly hints?: readonly string[];
}

export interface CompiledCommand {
  readonly program?: readonly string[];
  readonly args?: readonly string[];
  readonly anyArgs?: readonly string[];
  readonly flags?: readonly string[];
  readonly notFlags?: readonly string[];
  readonly pattern?: string;
  readonly sets?: readonly string[];
}

export interface CompiledField {
  readonly file: CompiledGlobs;
  /** Each a list of keys: `*` for one level (also inside a name), `**` for any number of them. */
  readonly paths: readonly (readonly string[])[];
  readonly from?: FieldScalar;
  readonly to?: FieldScalar;
  readonly toMatches?: string;
  readonly unclear: 'match' | 'pass';
}

export type FieldScalar = string | number | boolean | null;

export interface CompiledCount {
  readonly what: string;
  readonly pattern: string;
  readonly must: 'not_fall' | 'not_rise';
}
