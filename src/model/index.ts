export type { ActionSchema, Model, ModelRequest } from './contract.js';
export { describeFence, parseDecision, parseReply, renderReply } from './fence.js';
export type { ParsedReply } from './fence.js';
export { createHandedModel, createInboxModel } from './inbox.js';
export type { HandedReply } from './inbox.js';
export { createScriptModel, parseScript } from './script.js';
export type { ScriptLine } from './script.js';
export { createTapeModel, recordTape, tapeKey } from './tape.js';
export { countTokens } from './token-count.js';
