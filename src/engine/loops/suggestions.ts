// What to try next: one concrete thing per action and error class, naming the target.
import type { LoopRecord } from '../../schema/index.js';
import type { Finding } from './history.js';

/** Most concrete first; never empty. */
export function suggestNext(finding: Finding, last: LoopRecord): string[] {
  const target = last.target ?? 'the file';
  return [...suggestForError(last, target), ...suggestForAction(last, target), suggestForKind(finding)];
}

function suggestForError(last: LoopRecord, target: string): readonly string[] {
  const suggest = last.error === undefined ? undefined : byError[last.error];
  return suggest?.(target) ?? [];
}

const byError: Readonly<Record<string, (target: string) => readonly string[]>> = {
  no_match: (target) => [
    `Read ${target} again and copy the text to replace from it, blanks included.`,
    `Use replace_lines on ${target} with line numbers instead of matching text.`,
  ],
  ambiguous: (target) => [`Add the lines around the text in ${target} until it occurs exactly once.`],
  not_found: (target) => [`Search for the name of ${target} and use the path the search gives.`],
  syntax_error: (target) => [
    `Read the lines of ${target} around the edit and replace the whole function, its first line and indentation included.`,
  ],
  unchanged: (target) => [`${target} already has this text: read it and go on to what is still missing.`],
  denied: () => ['This is not allowed now: choose one of the actions that are.'],
  format: () => [
    'Send exactly one action in the required form and nothing else; long text goes into a body of its own.',
  ],
  new_problem: (target) => [
    `Make the same change to ${target} without what the message names; load_context error_details shows all of it.`,
  ],
  test_regression: (target) => [
    `Run the failing test alone, read why it fails, then change ${target} differently.`,
  ],
  extraction_blocked: (target) => [
    `Choose lines of ${target} without return, break or continue, or use simplify_conditional first.`,
  ],
  missing_command: () => ['The program is not installed: use one of the configured commands.'],
  missing_module: () => [
    'The module is not installed here: do without it or use what the project already depends on.',
  ],
  timeout: () => ['Run a smaller part: one test file, one case.'],
  network: () => ['There is no network: use what is on disk.'],
  assertion: (target) => [
    `Compare expected and actual value of the first failure and trace it back through ${target}.`,
  ],
  type_error: (target) => [
    `Read the declaration the type error in ${target} points to before the next edit.`,
  ],
  bad_usage: () => ['Read the parameters this action takes and correct the one the message names.'],
};

function suggestForAction(last: LoopRecord, target: string): readonly string[] {
  if (last.action === 'reply')
    return ['Send exactly one block in the form the instructions show, with an action that is allowed now.'];
  if (last.error !== undefined && last.error in byError) return [];
  if (last.mutates)
    return [`Look at what ${target} contains now, then make a change that differs in substance.`];
  return [
    `${last.action} brings nothing new any more: go on to the next step, or read a part of the code not yet seen.`,
  ];
}

function suggestForKind({ kind, steps }: Finding): string {
  const first = steps[0]?.step ?? 0;
  switch (kind) {
    case 'oscillation':
      return `Decide which of the two states is right, return to step ${first} and solve the reason for leaving it.`;
    case 'error_cycle':
      return 'None of these approaches works: name what they share and change that, or use cannot_fix with the reason.';
    case 'no_progress':
      return 'Do what is still unmet, or use escalate if a decision is missing.';
    case 'semantic_loop':
      return 'More variants will not help: look for the common cause before the next attempt, or escalate with it.';
    case 'identical_action':
      return 'Do not send the same action again: its result will not change.';
  }
}
