// The contract every output format keeps, and the view of an output it works on.
import type { Report } from '../schema/index.js';
import type { CompiledRule } from './rules/parse-rules.js';

/** What the caller knows about the command; it helps to name a tool, and nothing depends on it. */
export interface OutputHint {
  readonly tool?: string;
  readonly argv?: readonly string[];
  readonly exitCode?: number;
  /** Rules of the project; they see a line before anything else does. */
  readonly rules?: readonly CompiledRule[];
}

export interface Output {
  /** The whole text without colours, for formats that are one document. */
  readonly text: string;
  /** As a terminal would show it, each line cut to a length that is safe to match; '' where an earlier format understood it. */
  readonly lines: readonly string[];
  /** The JSON document in the text, if there is one. Parsed once. */
  readonly json: () => unknown;
  readonly hint: OutputHint;
}

/** Line numbers from zero, both ends included. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

export interface Finding {
  readonly reports: readonly Report[];
  /** These lines are blank for the formats that come after, so that nothing is reported twice. */
  readonly understood: readonly LineRange[];
}

export interface Format {
  readonly tool: string;
  /** One of these must occur in the text, so that most formats cost a substring search. Empty: always tried. */
  readonly signs: readonly string[];
  /** Must be linear in the length of the output. */
  parse(output: Output): Finding | undefined;
}
