const RULES = {
  port: (value) => Number.isInteger(value) && value > 0 && value < 65_536,
  host: (value) => typeof value === 'string' && value !== '',
  verbose: (value) => typeof value === 'boolean',
};

/** Throws on the first setting that is unknown or wrong. */
export function validate(settings) {
  for (const [name, value] of Object.entries(settings)) {
    if (!Object.hasOwn(RULES, name)) throw new RangeError(`there is no setting ${name}`);
    if (!RULES[name](value)) throw new TypeError(`${name} cannot be ${value}`);
  }
  return settings;
}
