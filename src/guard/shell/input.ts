// What a program reads from its standard input, and so what the one before it in a pipeline prints.
import type { Field } from './field.js';

export type Input =
  | { readonly kind: 'none' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'file'; readonly file: Field }
  /** `encoded`: a decoder made it. */
  | { readonly kind: 'unknown'; readonly encoded: boolean };

export const NO_INPUT: Input = { kind: 'none' };
export const UNKNOWN_INPUT: Input = { kind: 'unknown', encoded: false };
