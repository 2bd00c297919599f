export { admit, followEdits, showEdits } from './working-memory.js';
