// Tool output → typed reports: structured formats first, text second.
export { parseReports } from './parse-reports.js';
export { parseStructured } from './parse-structured.js';
export type { StructuredFormat, StructuredResult } from './parse-structured.js';
export { stripAnsi } from './terminal-text.js';
export { isOwnCode } from './location.js';
export type { OutputHint } from './format.js';
