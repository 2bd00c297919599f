// The clean environment that every process of ours starts from: nothing of the user's shell steers what a command does.
import path from 'node:path';

export function cleanEnvironment(): Record<string, string> {
  const { LANG, TZ } = process.env;
  return { PATH: absolutePath(process.env['PATH']), LANG: LANG || 'C.UTF-8', ...(TZ ? { TZ } : {}) };
}

/** An empty or relative entry would look for programs in the workspace, where an agent can put them. */
function absolutePath(value: string | undefined): string {
  const entries = (value ?? '').split(path.delimiter).filter((entry) => path.isAbsolute(entry));
  return entries.length > 0 ? entries.join(path.delimiter) : '/usr/local/bin:/usr/bin:/bin';
}
