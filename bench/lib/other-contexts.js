// What other ways of keeping a conversation would send for the same run, and what it would cost with a provider's cache.
import { countTokens } from '../../dist/model/index.js';

export const FIRST_MESSAGE_TOKENS = 1_500;
export const PRICE = { input: 1, cacheWrite: 1.25, cacheRead: 0.1 };
const UNMASKED = 10;
const WINDOW_TOKENS = 20_000;

/** @typedef {{ tokens: number, units: number }} Cost What was sent, and what it costs when a plain input token costs 1. */
/** @typedef {{ said: number, seen: number }} StepTokens */

/** @param {readonly import('./recorded-run.js').RecordedStep[]} steps @returns {StepTokens[]} */
export function countSteps(steps) {
  return steps.map(({ action, said, observation }) => ({
    said: countTokens(`${action} ${said}`),
    seen: countTokens(observation),
  }));
}

/** The whole conversation each time, all of it but the newest part read from a perfect cache. @param {readonly StepTokens[]} steps @returns {Cost} */
export function accumulate(steps) {
  return send(steps, (sizes) => sizes.map(({ said, seen }) => said + seen));
}

/** All actions, and the observations of the last ten. @param {readonly StepTokens[]} steps @returns {Cost} */
export function mask(steps) {
  return send(steps, (sizes) =>
    sizes.map(({ said, seen }, index) => said + (index >= sizes.length - UNMASKED ? seen : 0)),
  );
}

/** The newest 20,000 tokens. @param {readonly StepTokens[]} steps @returns {Cost} */
export function slide(steps) {
  return send(steps, (sizes) => {
    let room = WINDOW_TOKENS - FIRST_MESSAGE_TOKENS;
    return sizes
      .map(({ said, seen }) => said + seen)
      .reverse()
      .map((size) => ((room -= size) >= 0 ? size : 0))
      .reverse();
  });
}

/**
 * Each question's parts in order; the longest beginning it has in common with the question before comes from the cache, the rest is
 * written to it.
 * @param {readonly StepTokens[]} steps @param {(earlier: readonly StepTokens[]) => number[]} layOut @returns {Cost}
 */
function send(steps, layOut) {
  /** @type {number[]} */
  let before = [];
  const cost = { tokens: 0, units: 0 };
  steps.forEach((_, index) => {
    const parts = [FIRST_MESSAGE_TOKENS, ...layOut(steps.slice(0, index))];
    const differs = parts.findIndex((size, place) => size !== before[place]);
    const total = sum(parts);
    const cached = differs === -1 ? total : sum(parts.slice(0, differs));
    cost.tokens += total;
    cost.units += cached * PRICE.cacheRead + (total - cached) * PRICE.cacheWrite;
    before = parts;
  });
  return cost;
}

/** @param {readonly number[]} values */
function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}

/** What the last three steps, or masking, would have in view. @param {readonly import('./recorded-run.js').RecordedStep[]} earlier */
export function otherViews(earlier) {
  const render = (/** @type {import('./recorded-run.js').RecordedStep} */ { action, said, observation }) =>
    `${action} ${said}\n${observation}`;
  return {
    lastThree: earlier.slice(-3).map(render).join('\n'),
    masking: earlier
      .map((step, index) =>
        index >= earlier.length - UNMASKED ? render(step) : `${step.action} ${step.said}`,
      )
      .join('\n'),
    window: lastTokens(earlier.map(render), WINDOW_TOKENS - FIRST_MESSAGE_TOKENS),
  };
}

/** The newest texts that fit, by four characters a token. @param {readonly string[]} texts @param {number} tokens */
function lastTokens(texts, tokens) {
  let room = tokens * 4;
  return [...texts]
    .reverse()
    .filter((text) => (room -= text.length) >= 0)
    .join('\n');
}
