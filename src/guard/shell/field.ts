// One word of a command after expansion, as far as it is known.

export interface Field {
  /** Null when it is not known before the command runs. */
  readonly value: string | null;
  /** What is known of its beginning; the whole when the value is known. */
  readonly head: string;
  /** As it was typed, for people. */
  readonly raw: string;
}

export function literalField(value: string, raw = value): Field {
  return { value, head: value, raw };
}

export function unknownField(raw: string, head = ''): Field {
  return { value: null, head, raw };
}

/** An unknown word of which nothing is known may turn out to be an option. */
export function mayBeOption(field: Field): boolean {
  return field.value === null && (field.head === '' || field.head.startsWith('-'));
}

/** The words from one place on, joined as `eval` joins them; null when one is not known. */
export function joinFields(fields: readonly Field[], separator = ' '): string | null {
  const values = fields.map(({ value }) => value);
  return values.every((value) => value !== null) ? values.join(separator) : null;
}
