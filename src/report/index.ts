// Tool output → typed reports: structured formats first, text second.
export { parseReports } from './parse-reports.js';
export { parseStructured } from './parse-structured.js';
export type { StructuredFormat, StructuredResult } from './parse-structured.js';
export { stripAnsi } from './terminal-text.js';
export { isOwnCode, isOwnFrame } from './location.js';
export { compileRules, findLine, parseRules } from './rules/parse-rules.js';
export type { CompiledRule } from './rules/parse-rules.js';
export type { OutputHint } from './format.js';
