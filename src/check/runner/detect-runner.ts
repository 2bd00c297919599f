// Finds out how a project's tests are run, so that they leave a structured report wherever the runner can write one.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { listProjectFiles } from '../../code/index.js';
import type { DetectedRunner, RunnerQuestion } from './detected-runner.js';
import { detectOtherLanguage } from './other-languages.js';
import { detectScript } from './package-script.js';

/** Without a shell, a download or anything but what is installed; `none` says what is missing. */
export function detectRunner(question: RunnerQuestion): DetectedRunner {
  const script = detectScript(question);
  if (script && 'spec' in script) return script;
  const other = detectOtherLanguage(question);
  return other ?? script ?? { none: 'No test script and no test runner was found in this project.' };
}

/** The same for a folder, with everything that is installed in it or above it. */
export function detectRunnerIn(root: string): DetectedRunner {
  const read = (file: string): string | undefined => {
    try {
      return readFileSync(path.resolve(root, file), 'utf8');
    } catch {
      return undefined;
    }
  };
  return detectRunner({ files: listProjectFiles(root), read });
}
