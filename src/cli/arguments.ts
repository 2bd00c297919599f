// Numbers on the command line: what is not one is refused by name, before anything runs.
import { InvalidArgumentError } from 'commander';

export function toCount(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isSafeInteger(value) || value < 1)
    throw new InvalidArgumentError('It takes a whole number above 0.');
  return value;
}

export function toAmount(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value <= 0)
    throw new InvalidArgumentError('It takes a number above 0.');
  return value;
}

/** None at all is an answer here: nothing is kept. */
export function toDays(text: string): number {
  return Number(text) === 0 && text.trim() !== '' ? 0 : toAmount(text);
}
