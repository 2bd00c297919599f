// Facts: drawn from reports, merged into what is known, rendered into a context.
export { drawSome, extractFacts } from './extract-facts.js';
export type { FactInput } from './extract-facts.js';
export { mergeFacts } from './merge-facts.js';
export type { MergeOptions } from './merge-facts.js';
export { renderFacts } from './render-facts.js';
export { isSamePath } from './same-path.js';
