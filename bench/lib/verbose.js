// The prose-like layout that typed contexts took the place of: everything in full, described at length. Rendered from the same
// state as a context of ours, it shows what the structure saves.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { stringify } from 'yaml';

const RECENT = 5;
/** About 4,500 tokens: what that layout allowed its state section. */
const STATE_CHARS = 18_000;

/**
 * The whole prompt with its state section in full: every file in view as a whole, since files were its only unit, and what the
 * last action printed. Besides: that section cut to the room it had, and with the same lines in view as in our windows.
 * @param {{ harness: import('../../dist/app/index.js').Harness, state: import('../../dist/schema/index.js').TaskState, spec: import('../../dist/schema/index.js').TaskSpec, lastOutput: string | undefined }} view
 */
export async function renderVerbose(view) {
  const { runtime } = view.harness;
  const files = await renderState(view, { wholeFiles: true });
  const windows = await renderState(view, { wholeFiles: false });
  const render = (/** @type {string} */ stateText) =>
    [
      runtime.types.prompt(view.state.type, 'system'),
      `# Task\n${stringify(describeTask(view))}`,
      `# Current State\n${stateText}`,
      `# Recent Actions\n${stringify(view.state.recent.slice(-RECENT))}`,
      `# Verification Status\n${stringify(describeVerification(view.state))}`,
      `# Available Actions\n${stringify(describeActions(view))}`,
      'What is your NEXT action? Respond with exactly ONE action block with its name and parameters.',
    ].join('\n\n');
  return { full: render(files), cut: render(files.slice(0, STATE_CHARS)), windows: render(windows) };
}

/** @param {Parameters<typeof renderVerbose>[0]} view */
function describeTask({ harness, state, spec }) {
  const { limits } = harness.runtime.types.find(state.type);
  return {
    id: state.task,
    goal: spec.goal,
    step: `${state.step + 1} of ${limits.steps}`,
    steps_remaining: (limits.steps ?? 0) - state.step,
    phase: state.phase.name,
    success_criteria: spec.success_criteria,
    constraints: spec.constraints,
  };
}

/** Target files, everything loaded and what the last action printed. @param {Parameters<typeof renderVerbose>[0]} view @param {{ wholeFiles: boolean }} options */
async function renderState({ harness, state, spec, lastOutput }, { wholeFiles }) {
  const { store, workspace, checks } = harness.runtime;
  const blob = async (/** @type {string} */ hash) =>
    Buffer.from(await store.getBlob(state.task, hash)).toString('utf8');
  const loaded = [];
  for (const { key, path: file, blob: hash, start, end } of state.memory) {
    const source =
      file === undefined
        ? await blob(hash ?? '')
        : readLines(path.join(workspace.root, file), ...(wholeFiles ? [] : [start, end]));
    loaded.push({ name: key, loaded_from: file ?? 'output', source });
  }
  const described = {
    target_files: spec.inputs.target_files,
    checks: checks.map(({ id, definition }) => ({ check_id: id, definition })),
    plan: state.plan,
    notes: state.notes.map(({ kind, text }) => ({ kind, text })),
    loaded,
    last_output: lastOutput === undefined ? null : await blob(lastOutput),
  };
  return stringify(described, { lineWidth: 0 });
}

/** @param {string} file @param {number} [start] @param {number} [end] */
function readLines(file, start = 1, end = Infinity) {
  return readFileSync(file, 'utf8')
    .split('\n')
    .slice(start - 1, end)
    .join('\n');
}

/** @param {import('../../dist/schema/index.js').TaskState} state */
function describeVerification({ verification }) {
  const checks = verification?.checks ?? [];
  const passing = checks.filter((check) => check.passing).length;
  return {
    checks_passing: passing,
    checks_failing: checks.length - passing,
    tests_passing: verification?.tests?.passing ?? false,
    ready_for_completion: verification?.complete ?? false,
  };
}

/** @param {Parameters<typeof renderVerbose>[0]} view */
function describeActions({ harness, state }) {
  const { actions, types } = harness.runtime;
  const allowed = types.find(state.type).phases[state.phase.name]?.actions ?? [];
  return actions
    .filter(({ name }) => allowed.includes(name))
    .map(({ name, description, when }) => ({ name, description: `${description} Use when ${when}.` }));
}
