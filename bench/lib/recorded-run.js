// One recorded agent run: what was done and what came back, a JSON line a step {step, action, parameters, observation, error?}.
import { readFileSync } from 'node:fs';

/** @typedef {{ action: string, parameters: Record<string, unknown>, said: string, observation: string, failed: boolean }} RecordedStep */

/** @param {string} file @returns {RecordedStep[]} */
export function readRecordedRun(file) {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const { action, parameters, observation, error } = parseLine(line, file);
      return {
        action,
        parameters: parameters ?? {},
        said: stringsOf(parameters).join('\n'),
        observation: String(observation ?? ''),
        failed: error !== undefined && error !== null && error !== false,
      };
    });
}

/** @param {string} line @param {string} file */
function parseLine(line, file) {
  try {
    return JSON.parse(line);
  } catch {
    process.stderr.write(
      `${file} is not a recorded run: a JSON line a step {step, action, parameters, observation, error?}.\n`,
    );
    process.exit(2);
  }
}

/** Every string in a value, in order. @param {unknown} value @returns {string[]} */
function stringsOf(value) {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(stringsOf) : [];
}
