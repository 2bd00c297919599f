import { readIfThere } from './files.js';
import { parseSettings } from './parse.js';
import { validate } from './validate.js';

export const DEFAULTS = { port: 8080, host: 'localhost', verbose: false };

/** Later files win; those that do not exist are passed over. */
export async function loadSettings(paths) {
  const loaded = await Promise.all(paths.map(loadOne));
  return Object.assign({}, DEFAULTS, ...loaded);
}

async function loadOne(path) {
  const text = await readIfThere(path);
  if (text === undefined) return {};
  try {
    return validate(parseSettings(text));
  } catch (error) {
    error.message = `${path}: ${error.message}`;
    return {};
  }
}
