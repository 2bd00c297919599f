// The published loop rules of other agents, on recorded runs. Only the rules that look at actions and what came back: a run has no more.

/** @typedef {import('./recorded-run.js').RecordedStep} Step */
/** @typedef {(steps: readonly Step[]) => number[]} Rule The steps, counted from 1, at which it fires. */

const GEMINI_KEPT = 25;
const GEMINI_LONGEST_CYCLE = 5;
const GEMINI_REPEATS = 5;

/** A cycle of one to five calls, five times over, among the last 25; results are not looked at. @type {Rule} */
export const geminiCli = (steps) =>
  stepsWhere(steps, (seen) => {
    const calls = seen.slice(-GEMINI_KEPT).map(callOf);
    return range(1, GEMINI_LONGEST_CYCLE).some((length) => endsInCycle(calls, length, GEMINI_REPEATS));
  });

/** Four equal actions with equal answers, three equal actions that all fail, or two actions in turns over six steps; of an answer only whether it failed counts. @type {Rule} */
export const openHandsV0 = (steps) =>
  stepsWhere(steps, (seen) => isStuck(seen, ({ failed }) => String(failed)));

/** The same with answers compared by their text, over the last ten actions and their answers. @type {Rule} */
export const openHandsSdk = (steps) =>
  stepsWhere(steps, (seen) => isStuck(seen.slice(-10), ({ observation }) => observation));

/** @param {readonly Step[]} seen @param {(step: Step) => string} answerOf */
function isStuck(seen, answerOf) {
  const calls = seen.map(callOf);
  const pairs = seen.map((step) => `${callOf(step)}\0${answerOf(step)}`);
  const lastThreeFail = seen.length >= 3 && seen.slice(-3).every(({ failed }) => failed);
  return (
    endsInCycle(pairs, 1, 4) ||
    (lastThreeFail && endsInCycle(calls, 1, 3)) ||
    (endsInCycle(pairs, 2, 3) && !endsInCycle(pairs, 1, 2))
  );
}

/** @param {readonly Step[]} steps @param {(seen: readonly Step[]) => boolean} holds */
function stepsWhere(steps, holds) {
  return range(1, steps.length).filter((count) => holds(steps.slice(0, count)));
}

/** @param {Step} step */
function callOf({ action, parameters }) {
  return `${action}\0${JSON.stringify(parameters)}`;
}

/** @param {readonly string[]} items @param {number} length @param {number} times */
function endsInCycle(items, length, times) {
  const end = items.slice(-length * times);
  return end.length === length * times && end.every((item, index) => item === end[index % length]);
}

/** @param {number} from @param {number} to */
function range(from, to) {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}
