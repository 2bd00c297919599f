// The door to the server that stands in for the providers.
export { startWireServer } from './server.js';
export type { WireKeys, WireServer, WireServerOptions } from './server.js';
export type { Behaviour, ErrorKind, Reply, ToolUse } from './behaviour.js';
export type { CallRecord, Outcome, Totals } from './call-record.js';
export type { Call, Respond } from './model-call.js';
export type { Provider, Usage } from './dialect.js';
export type { RateLimits } from './rate-limit.js';
