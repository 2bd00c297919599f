// What tools answered in recorded agent runs: JSON lines {step, action, parameters, observation, error?}, a file a run.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** @typedef {{ action: string, observation: string, failed: boolean }} Observation */

const RUNS = 16;

/**
 * `count` observations, evenly from at least ten runs; generated ones when the folder does not exist.
 * @param {string} folder @param {number} count
 * @returns {{ source: string, observations: Observation[] }}
 */
export function loadObservations(folder, count) {
  if (!existsSync(folder)) {
    return {
      source: `generated (no ${folder})`,
      observations: Array.from({ length: count }, (_, index) => generate(index)),
    };
  }
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort();
  const runs = pickEvenly(names, RUNS).map((name) => readRun(path.join(folder, name)));
  if (runs.length < 10) throw new Error(`${folder} holds ${runs.length} runs; at least ten are needed.`);
  const perRun = Math.ceil(count / runs.length);
  const observations = runs.flatMap((run) => pickEvenly(run, perRun)).slice(0, count);
  return { source: `${runs.length} recorded runs of ${folder}`, observations };
}

/** @param {string} file @returns {Observation[]} */
function readRun(file) {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  return lines.map((line) => {
    const { action, observation, error } = JSON.parse(line);
    return { action, observation: `${observation ?? ''}`, failed: error !== undefined };
  });
}

/** @template T @param {readonly T[]} items @param {number} count */
function pickEvenly(items, count) {
  const taken = Math.min(count, items.length);
  return Array.from({ length: taken }, (_, index) => items[Math.floor((index * items.length) / taken)]);
}

/** Test runs, compiler output, listings and files, in the shapes tools print them. @param {number} index @returns {Observation} */
function generate(index) {
  const lines = Array.from({ length: 10 + ((index * 37) % 90) }, (_, line) =>
    SHAPES[index % SHAPES.length](index, line),
  );
  return { action: 'run', observation: lines.join('\n'), failed: index % 7 === 0 };
}

/** @type {readonly ((run: number, line: number) => string)[]} */
const SHAPES = [
  (run, line) => `tests/test_module_${run}.py::test_case_${line} ${line % 9 === 3 ? 'FAILED' : 'PASSED'}`,
  (run, line) =>
    `src/part-${run}/file-${line}.ts(${line * 3},7): error TS2345: Argument of type 'string' is not assignable to parameter of type 'number'.`,
  (run, line) => `drwxr-xr-x 2 user user 4096 Jan 01 12:00 folder_${run}_${line}`,
  (run, line) => `${line + 1}:    value_${line} = compute(value_${line - 1}, factor=${run})`,
];

/** A long log of about `bytes` made of these observations. @param {readonly Observation[]} observations @param {number} bytes */
export function makeLongOutput(observations, bytes) {
  const text = observations.map(({ observation }) => observation).join('\n');
  return text.repeat(Math.ceil(bytes / text.length)).slice(0, bytes);
}
