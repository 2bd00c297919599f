// Which lines of which files a run of the tests has executed.

/** Undefined for a line that is not code. */
export type LineCoverage = (line: number) => boolean | undefined;

export type Coverage =
  /** Undefined for a file that no test loaded. */
  | { readonly of: (path: string) => LineCoverage | undefined }
  /** One sentence. */
  | { readonly unknown: string };
