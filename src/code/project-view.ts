// A project as this room sees it: a list of files and a way to read them, on disk or in memory.

export interface ProjectView {
  /** Paths relative to the root, with `/`. */
  readonly files: readonly string[];
  /** Undefined when the file is gone, unreadable or not text. */
  read(path: string): string | undefined;
}
