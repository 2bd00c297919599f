// A disk that records every change it makes, with real paths: what a pinned folder's alias names is looked up.
import path from 'node:path';
import { nodeDisk, type Disk, type FileMode } from '../../src/platform/index.js';

/** Paths are relative to the root; the root itself is the empty string. */
export type Operation =
  | {
      readonly kind: 'makeDirectory' | 'remove' | 'removeTree' | 'sync' | 'syncDirectory';
      readonly path: string;
    }
  | {
      readonly kind: 'create';
      readonly path: string;
      readonly data: Buffer;
      readonly mode: FileMode | undefined;
    }
  | { readonly kind: 'append'; readonly path: string; readonly data: Buffer }
  | { readonly kind: 'truncate'; readonly path: string; readonly size: number }
  | { readonly kind: 'rename' | 'link'; readonly path: string; readonly to: string };

export interface Recording {
  readonly disk: Disk;
  readonly operations: Operation[];
}

/** Records what succeeded below `root`; nothing is synced for real, as no power is cut for real. */
export function recordDisk(root: string, base: Disk = nodeDisk): Recording {
  const operations: Operation[] = [];
  const aliases = createAliases(root);
  const { relative } = aliases;
  const after = (work: () => void, operation: () => Operation): void => {
    const recorded = operation();
    work();
    operations.push(recorded);
  };
  const disk: Disk = {
    ...base,
    makeDirectory: (directory) =>
      after(
        () => base.makeDirectory(directory),
        () => ({ kind: 'makeDirectory', path: relative(directory) }),
      ),
    create: (file, data, mode) =>
      after(
        () => base.create(file, data, mode),
        () => ({ kind: 'create', path: relative(file), data: Buffer.from(data), mode }),
      ),
    append: (file, data) =>
      after(
        () => base.append(file, data),
        () => ({ kind: 'append', path: relative(file), data: Buffer.from(data) }),
      ),
    truncate: (file, size) =>
      after(
        () => base.truncate(file, size),
        () => ({ kind: 'truncate', path: relative(file), size }),
      ),
    sync: (file) =>
      after(
        () => base.status(file),
        () => ({ kind: 'sync', path: relative(file) }),
      ),
    syncDirectory: (directory) =>
      after(
        () => base.list(directory),
        () => ({ kind: 'syncDirectory', path: relative(directory) }),
      ),
    rename: (from, to) =>
      after(
        () => base.rename(from, to),
        () => ({ kind: 'rename', path: relative(from), to: relative(to) }),
      ),
    link: (from, to) =>
      after(
        () => base.link(from, to),
        () => ({ kind: 'link', path: relative(from), to: relative(to) }),
      ),
    remove: (file) =>
      after(
        () => base.remove(file),
        () => ({ kind: 'remove', path: relative(file) }),
      ),
    removeTree: (directory) =>
      after(
        () => base.removeTree(directory),
        () => ({ kind: 'removeTree', path: relative(directory) }),
      ),
    pin: (directory) => aliases.remember(relative(directory), base.pin(directory)),
  };
  return { disk, operations };
}

interface Aliases {
  /** The real path below the root, whichever alias it was given through. */
  readonly relative: (file: string) => string;
  readonly remember: (directory: string, pinned: ReturnType<Disk['pin']>) => ReturnType<Disk['pin']>;
}

function createAliases(root: string): Aliases {
  const known = new Map<string, string>();
  return {
    relative(file) {
      const alias = [...known.keys()].find((one) => file === one || file.startsWith(`${one}/`));
      const real =
        alias === undefined ? file : path.join(root, known.get(alias) ?? '', file.slice(alias.length));
      const found = path.relative(root, real);
      if (found.startsWith('..')) throw new Error(`${file} is outside ${root}`);
      return found;
    },
    remember(directory, pinned) {
      if (pinned.alias === path.join(root, directory)) return pinned;
      known.set(pinned.alias, directory);
      return {
        alias: pinned.alias,
        release: () => {
          known.delete(pinned.alias);
          pinned.release();
        },
      };
    },
  };
}
