// Splits the words of a program into options, their values, and the rest, by the ways of GNU and POSIX.
import type { Field } from './field.js';
import { literalField, mayBeOption, unknownField } from './field.js';

export interface Options {
  readonly flags: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, readonly Field[]>;
  readonly rest: readonly Field[];
  /** Among the words is one that may turn out to be an option. */
  readonly open: boolean;
}

/** `valued`: the options that take a value, without dashes; `known`: long options that may be shortened to them. */
export interface OptionNames {
  readonly valued: readonly string[];
  readonly known: readonly string[];
  /** Its first plain word ends its options: the rest belongs to another program. */
  readonly stops?: boolean;
}

/** The names in a list such as `o output`. */
export function toNames(list: string | undefined): readonly string[] {
  return list === undefined || list === '' ? [] : list.split(' ');
}

export function hasOption({ flags }: Options, list: string | undefined): boolean {
  return toNames(list).some((name) => flags.has(name));
}

export function takeValues({ values }: Options, list: string | undefined): readonly Field[] {
  return toNames(list).flatMap((name) => values.get(name) ?? []);
}

interface Split {
  readonly flags: Set<string>;
  readonly values: Map<string, Field[]>;
  readonly rest: Field[];
  open: boolean;
}

export function splitOptions(args: readonly Field[], names: OptionNames): Options {
  const split: Split = { flags: new Set(), values: new Map(), rest: [], open: false };
  let index = 0;
  while (index < args.length) {
    const field = args[index];
    if (field === undefined) break;
    if (field.value === '--' || (names.stops === true && isPlain(field))) {
      split.rest.push(...args.slice(field.value === '--' ? index + 1 : index));
      break;
    }
    index += takeField(split, field, args[index + 1], names);
  }
  return split;
}

function isPlain(field: Field): boolean {
  return !field.head.startsWith('-') || field.value === '-';
}

function takeField(split: Split, field: Field, next: Field | undefined, names: OptionNames): number {
  if (mayBeOption(field)) split.open = true;
  if (isPlain(field)) {
    split.rest.push(field);
    return 1;
  }
  return field.head.startsWith('--')
    ? takeLong(split, field, next, names)
    : takeShort(split, field, next, names);
}

function takeLong(split: Split, field: Field, next: Field | undefined, names: OptionNames): number {
  const [typed = '', ...after] = field.head.slice(2).split('=');
  const name = complete(typed, names);
  split.flags.add(name);
  if (after.length > 0) {
    addValue(split, name, cutField(field, field.head.length - after.join('=').length));
    return 1;
  }
  if (!names.valued.includes(name) || next === undefined) return 1;
  addValue(split, name, next);
  return 2;
}

function takeShort(split: Split, field: Field, next: Field | undefined, names: OptionNames): number {
  const letters = field.head.slice(1);
  // Some programs spell long options with one dash: `find -name`, `java -cp`.
  if (letters.length > 1 && names.valued.includes(letters)) {
    split.flags.add(letters);
    if (next !== undefined) addValue(split, letters, next);
    return 2;
  }
  for (const [index, letter] of [...letters].entries()) {
    split.flags.add(letter);
    if (!names.valued.includes(letter)) continue;
    const attached = cutField(field, index + 2);
    if (attached.value !== '') {
      addValue(split, letter, attached);
      return 1;
    }
    if (next !== undefined) addValue(split, letter, next);
    return 2;
  }
  return 1;
}

/** GNU programs accept any beginning of a long option that is clear. */
function complete(typed: string, { valued, known }: OptionNames): string {
  const all = [...known, ...valued].filter((name) => name.length > 1);
  if (typed.length < 2 || all.includes(typed)) return typed;
  return all.find((name) => name.startsWith(typed)) ?? typed;
}

function addValue(split: Split, name: string, value: Field): void {
  split.values.set(name, [...(split.values.get(name) ?? []), value]);
}

function cutField(field: Field, start: number): Field {
  return field.value === null
    ? unknownField(field.raw, field.head.slice(start))
    : literalField(field.value.slice(start), field.raw);
}
