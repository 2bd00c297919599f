// One shape for every result: a named figure, with the bar it must meet where there is one.

/**
 * @typedef {object} Figure
 * @property {string} figure
 * @property {number | string | boolean} value
 * @property {string} [unit]
 * @property {string} [bar] What it must be, in words.
 * @property {boolean} [pass]
 */

/**
 * Prints a table on standard output as text; with `json` one JSON line per figure there, and the text on standard error.
 * A figure that misses its bar sets exit code 1.
 * @param {{ section: string, json: boolean }} options
 */
export function createReport({ section, json }) {
  const say = (/** @type {string} */ text) => (json ? process.stderr : process.stdout).write(`${text}\n`);
  return {
    say,
    /** @param {string} title @param {readonly Figure[]} figures */
    table(title, figures) {
      say(`\n${section}: ${title}`);
      const cells = figures.map(({ figure, value, unit = '', bar, pass }) => [
        figure,
        `${format(value)}${unit && ` ${unit}`}`,
        bar ?? '',
        pass === undefined ? '' : pass ? 'PASS' : 'FAIL',
      ]);
      const widths = [0, 1, 2].map((column) => Math.max(...cells.map((row) => row[column].length)));
      for (const [name, value, bar, verdict] of cells) {
        say(
          `  ${name.padEnd(widths[0])}  ${value.padStart(widths[1])}  ${bar.padEnd(widths[2])}  ${verdict}`.trimEnd(),
        );
      }
      if (json) for (const one of figures) process.stdout.write(`${JSON.stringify({ section, ...one })}\n`);
      if (figures.some(({ pass }) => pass === false)) process.exitCode = 1;
    },
  };
}

/** @param {number | string | boolean} value */
function format(value) {
  if (typeof value !== 'number') return String(value);
  if (Number.isInteger(value)) return value.toLocaleString('en-US');
  return value.toLocaleString('en-US', { maximumSignificantDigits: Math.abs(value) >= 100 ? 4 : 3 });
}

/** @param {string} figure @param {number} value @param {number} max @param {string} [unit] @returns {Figure} */
export function atMost(figure, value, max, unit) {
  return {
    figure,
    value,
    ...(unit === undefined ? {} : { unit }),
    bar: `≤ ${format(max)}`,
    pass: value <= max,
  };
}

/** @param {string} figure @param {number} value @param {number} min @param {string} [unit] @returns {Figure} */
export function atLeast(figure, value, min, unit) {
  return {
    figure,
    value,
    ...(unit === undefined ? {} : { unit }),
    bar: `≥ ${format(min)}`,
    pass: value >= min,
  };
}
