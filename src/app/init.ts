// `init`: writes a commented configuration, with the test command it found, and keeps state out of git.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stringify } from 'yaml';
import { detectRunnerIn, GITHUB_WORKFLOW_PATH, proposeChecks, renderGithubWorkflow } from '../check/index.js';
import { listProjectFiles } from '../code/index.js';
import { nodeDisk } from '../platform/index.js';
import { AgentForgeError, type TestsSpec } from '../schema/index.js';
import { keepStateOutOfGit } from './state-folder.js';

export interface InitResult {
  readonly written: readonly string[];
  /** How tests run, as a sentence; undefined when that was not found. */
  readonly tests: string | undefined;
  /** Why each set of checks was proposed. */
  readonly checks: readonly string[];
}

export function initProject(project: string, options: { readonly ci?: 'github' } = {}): InitResult {
  const home = path.join(project, '.agentforge');
  const config = path.join(home, 'config.yaml');
  if (existsSync(config))
    throw new AgentForgeError('bad_usage', `${config} exists already; edit it, or remove it to start over.`);
  for (const folder of ['checks', 'guards', 'types', 'prompts'])
    mkdirSync(path.join(home, folder), { recursive: true });
  const files = listProjectFiles(project);
  const detected = detectRunnerIn(project);
  const proposal = proposeChecks(files);
  writeFileSync(config, renderConfig('spec' in detected ? detected.spec : undefined));
  const written = [
    '.agentforge/config.yaml',
    '.agentforge/.gitignore',
    ...writeNew(project, CHECKS, proposal.yaml),
  ];
  if (options.ci) written.push(...writeNew(project, GITHUB_WORKFLOW_PATH, renderGithubWorkflow(files)));
  keepStateOutOfGit(nodeDisk, project, { committed: true });
  return { written, tests: 'spec' in detected ? detected.why : undefined, checks: proposal.reasons };
}

const CHECKS = '.agentforge/checks/project.yaml';

/** What people wrote themselves is left as it is. */
function writeNew(project: string, name: string, text: string): string[] {
  const file = path.join(project, name);
  if (existsSync(file)) return [];
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  return [name];
}

function renderConfig(tests: TestsSpec | undefined): string {
  return `# AgentForge configuration. Commands here run without a shell, from a clean environment, after you trusted them once.
schema: 1

# Which model answers: claude, codex or gemini (their CLI), anthropic/NAME, openai/NAME, google/NAME, ollama/NAME, inbox (you, or any
# program), planner (built in, for recipes); agentforge models says which can be used here.
# model: inbox

# How the tests run. A structured report is the verdict; {report} is a fresh path for each run.
${tests === undefined ? '# tests: {command: [npx, vitest, run, --reporter=json, "--outputFile={report}"], report: {format: vitest-json, path: "{report}"}}' : stringify({ tests }, { lineWidth: 0 }).trimEnd()}

# Commands that every task must pass: exit code 0, or a number in the output is compared. Checks of the source are in checks/.
# checks:
#   - {id: types, command: [npx, tsc, --noEmit]}
#   - {id: bundle-size, command: [wc, -c, dist/index.js], expect: {regex: '(\\d+)', compare: lte, value: 100000}}

# Commands an agent may run by name.
# commands:
#   format: {command: [npx, prettier, --write, src]}

# require: refuse to run commands without bubblewrap. prefer: use it when present. off: never.
sandbox: prefer
network: false
# environment: {NODE_ENV: test}
# retention: {days: 30, steps: 500}
`;
}
