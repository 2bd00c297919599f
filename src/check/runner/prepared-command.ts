// A test command that does first what the script does first: a build, a copy. What only looks at the code is left out.
import type { TestsSpec } from '../../schema/index.js';
import type { RunnerQuestion } from './detected-runner.js';
import type { ScriptStep } from './script-steps.js';
import type { ScriptWord } from './script-words.js';

/** Undefined when a step cannot be written down for a shell as it stands. */
export function prepareCommand(
  question: RunnerQuestion,
  spec: TestsSpec,
  before: readonly ScriptStep[],
): TestsSpec | undefined {
  const steps = before.map(toShell);
  if (steps.includes(undefined)) return undefined;
  const start = ['sh', '-c', renderShell(question, steps.join(' && ')), 'tests'];
  const { affected } = spec;
  return {
    ...spec,
    command: [...start, ...spec.command],
    ...(affected ? { affected: [...start, ...affected] } : {}),
  };
}

/** What the steps print would only get in the way of a report, unless they fail. */
function renderShell(question: RunnerQuestion, steps: string): string {
  const folders = listPrograms(question).map((folder) => `$PWD/${folder}`);
  return `PATH="${folders.join(':')}:$PATH"; said=$( { ${steps}; } 2>&1 ) || { echo "$said"; exit 1; }; exec "$@"`;
}

/** Left behind by package managers where they installed something. */
const MARKS = ['.package-lock.json', '.modules.yaml', '.yarn-integrity', '.yarn-state.yml'];

function listPrograms({ read }: RunnerQuestion): string[] {
  const above = ['../', '../../', '../../../'].filter((folder) =>
    MARKS.some((mark) => read(`${folder}node_modules/${mark}`) !== undefined),
  );
  return ['', ...above].map((folder) => `${folder}node_modules/.bin`);
}

function toShell({ environment, words, pipedInto }: ScriptStep): string | undefined {
  const texts = [...environment.map(quoteAssignment), ...words.map(quote)];
  return pipedInto === undefined && !texts.includes(undefined) ? texts.join(' ') : undefined;
}

const PLAIN = /^[\w./:=@%+,-]+$/;
const PATTERN = /^[\w./:=@%+,*?[\]{}!-]+$/;

function quote({ text, isPattern }: ScriptWord): string | undefined {
  if (isPattern) return PATTERN.test(text) ? text : undefined;
  return quoteText(text);
}

function quoteAssignment(text: string): string {
  const border = text.indexOf('=') + 1;
  return text.slice(0, border) + quoteText(text.slice(border));
}

function quoteText(text: string): string {
  return PLAIN.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
