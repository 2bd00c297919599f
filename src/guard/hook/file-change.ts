// A change of a file as a tool asks for it: what the file would hold, given what it holds.

/** Null: no such file. Undefined: it cannot be known. */
export type Content = string | null | undefined;

export interface FileChange {
  /** As the tool names it. */
  readonly path: string;
  readonly apply: (before: string | null) => Content;
}

export interface Replacement {
  readonly oldText: string;
  readonly newText: string;
  /** `any`: however often it occurs. */
  readonly times: 'once' | 'any';
}

export function writeFile(path: string, text: string): FileChange {
  return { path, apply: () => text };
}

export function deleteFile(path: string): FileChange {
  return { path, apply: () => null };
}

export function changeUnknown(path: string): FileChange {
  return { path, apply: () => undefined };
}

/** As the tools do it: literally, in order, and not at all where a text is missing or stands there more than once. */
export function replaceIn(path: string, replacements: readonly Replacement[]): FileChange {
  return {
    path,
    apply: (before) => replacements.reduce<Content>((text, one) => replaceOnce(text, one), before),
  };
}

function replaceOnce(text: Content, { oldText, newText, times }: Replacement): Content {
  if (text === undefined) return undefined;
  if (text === null || oldText === '') return oldText === '' && !text ? newText : undefined;
  const parts = text.split(oldText);
  if (parts.length === 1 || (times === 'once' && parts.length > 2)) return undefined;
  return parts.join(newText);
}
