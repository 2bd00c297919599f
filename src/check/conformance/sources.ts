// The texts of a project's files as checks see them, read once, and not at all where an earlier run knows the content.
import { lstatSync, type Stats } from 'node:fs';
import path from 'node:path';
import type { KnownContent, ResultCache } from './result-cache.js';
import { createSourceText, readSource, type SourceText } from './source-text.js';

/** Written in the instant it was read, a file keeps its size and times; only one at rest is known by them. */
const REST_MS = 2_000;
/** Texts kept for the checks to come. */
const MAX_KEPT_CHARS = 100_000_000;

export type Source = SourceText | { readonly why: string };
type Identity = { readonly hash: string } | { readonly why: string };

export interface Sources {
  read(path: string): Source;
  /** The content's hash, or why it is not looked at; reads the file only when it may have changed. */
  identify(path: string): Identity;
  /** In bytes, as the disk has it; 0 for what is not there. */
  size(path: string): number;
}

/** With `readText`, texts come from there, and nothing is assumed about what is on disk. */
export function createSources(
  root: string,
  cache: ResultCache,
  readText?: (path: string) => string | undefined,
): Sources {
  const kept = new Map<string, Source>();
  const identified = new Map<string, Identity>();
  const sizes = new Map<string, number>();
  let keptChars = 0;

  function read(name: string): Source {
    const known = kept.get(name);
    if (known) return known;
    const source = readText ? readFrom(readText, name) : readSource(root, name);
    if ('why' in source || (keptChars += source.text.length) <= MAX_KEPT_CHARS) kept.set(name, source);
    return source;
  }
  function identify(name: string): Identity {
    const known = identified.get(name) ?? look(name);
    identified.set(name, known);
    return known;
  }
  function look(name: string): Identity {
    const stamp = readText ? NO_STAMP : takeStamp(name);
    const known = cache.content(name);
    if (known?.rested && known.stamp === stamp.stamp) return toIdentity(known);
    const source = read(name);
    const content = 'why' in source ? { why: source.why } : { hash: source.hash };
    cache.keepContent(name, { ...stamp, ...content });
    return content;
  }
  /** Links have no stamp: what they lead to may change without them. */
  function takeStamp(name: string): Stamp {
    const status = lookUp(name);
    if (!status?.isFile()) return NO_STAMP;
    const stamp = [status.dev, status.ino, status.size, status.mtimeMs, status.ctimeMs].join('.');
    return { stamp, rested: Date.now() - Math.max(status.mtimeMs, status.ctimeMs) >= REST_MS };
  }
  function lookUp(name: string): Stats | undefined {
    const status = readStatus(path.join(root, name));
    sizes.set(name, status?.size ?? 0);
    return status;
  }
  return { read, identify, size: (name) => sizes.get(name) ?? lookUp(name)?.size ?? 0 };
}

function readFrom(readText: (path: string) => string | undefined, name: string): Source {
  const text = readText(name);
  return text === undefined ? { why: 'cannot be read' } : createSourceText(name, text);
}

function toIdentity({ hash, why }: KnownContent): Identity {
  return hash === undefined ? { why: why ?? 'cannot be read' } : { hash };
}

type Stamp = Pick<KnownContent, 'stamp' | 'rested'>;
const NO_STAMP: Stamp = { stamp: '', rested: false };

function readStatus(absolute: string): Stats | undefined {
  try {
    return lstatSync(absolute, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
