export { admit, followEdits } from './working-memory.js';
