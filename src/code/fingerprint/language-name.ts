// The programming language of a source file, for people.
import { posix } from 'node:path';

const NAMES: Readonly<Record<string, string>> = {
  '.ts': 'TypeScript',
  '.tsx': 'TypeScript',
  '.mts': 'TypeScript',
  '.cts': 'TypeScript',
  '.js': 'JavaScript',
  '.jsx': 'JavaScript',
  '.mjs': 'JavaScript',
  '.cjs': 'JavaScript',
  '.py': 'Python',
  '.go': 'Go',
  '.rs': 'Rust',
  '.rb': 'Ruby',
  '.java': 'Java',
  '.kt': 'Kotlin',
  '.scala': 'Scala',
  '.cs': 'C#',
  '.php': 'PHP',
  '.swift': 'Swift',
  '.c': 'C',
  '.h': 'C',
  '.cc': 'C++',
  '.cpp': 'C++',
  '.hpp': 'C++',
  '.sh': 'Shell',
  '.vue': 'Vue',
  '.svelte': 'Svelte',
  '.ex': 'Elixir',
  '.exs': 'Elixir',
};

/** Undefined for data, prose and everything else that is not source code. */
export function nameLanguage(path: string): string | undefined {
  return NAMES[posix.extname(path).toLowerCase()];
}
