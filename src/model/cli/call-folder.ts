// The folder of one call: an empty place to work in, what the CLI reads beside its input, and what it complains about.
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readSync,
  fstatSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface CallFolder {
  readonly root: string;
  readonly work: string;
  readonly stderrFile: string;
  /** By path below the root. */
  write(files: Readonly<Record<string, string>>): void;
  /** The end of what was complained about. */
  readStderr(): string;
  remove(): void;
}

/** Nobody else can look into it. */
export function openCallFolder(): CallFolder {
  const root = mkdtempSync(path.join(tmpdir(), 'agentforge-call-'));
  const work = path.join(root, 'work');
  mkdirSync(work);
  const stderrFile = path.join(root, 'stderr');
  return {
    root,
    work,
    stderrFile,
    write(files) {
      for (const [name, text] of Object.entries(files)) {
        const file = path.join(root, name);
        mkdirSync(path.dirname(file), { recursive: true });
        writeFileSync(file, text);
      }
    },
    readStderr: () => readEnd(stderrFile),
    remove() {
      try {
        rmSync(root, { recursive: true, force: true, maxRetries: 2 });
      } catch {
        // A stray temporary folder is no reason to lose an answer.
      }
    },
  };
}

const MAX_BYTES = 20_000;

function readEnd(file: string): string {
  let opened: number | undefined;
  try {
    opened = openSync(file, 'r');
    const { size } = fstatSync(opened);
    const bytes = Buffer.alloc(Math.min(size, MAX_BYTES));
    const read = readSync(opened, bytes, 0, bytes.length, size - bytes.length);
    return bytes.subarray(0, read).toString('utf8');
  } catch {
    return '';
  } finally {
    if (opened !== undefined) closeSync(opened);
  }
}
