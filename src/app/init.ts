// `init`: writes a commented configuration, with the test command it found, and keeps state out of git.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { nodeDisk } from '../platform/index.js';
import { AgentForgeError } from '../schema/index.js';
import { keepStateOutOfGit } from './state-folder.js';

export interface InitResult {
  readonly written: readonly string[];
  readonly tests: string | undefined;
}

export function initProject(project: string): InitResult {
  const home = path.join(project, '.agentforge');
  const config = path.join(home, 'config.yaml');
  if (existsSync(config))
    throw new AgentForgeError('bad_usage', `${config} exists already; edit it, or remove it to start over.`);
  for (const folder of ['checks', 'guards', 'types', 'prompts'])
    mkdirSync(path.join(home, folder), { recursive: true });
  const tests = proposeTests(project);
  writeFileSync(config, renderConfig(tests));
  keepStateOutOfGit(nodeDisk, project);
  return { written: ['.agentforge/config.yaml', '.agentforge/.gitignore'], tests };
}

function proposeTests(project: string): string | undefined {
  const manifest = readManifest(path.join(project, 'package.json'));
  const names = JSON.stringify([manifest?.['devDependencies'], manifest?.['dependencies']]);
  const script = JSON.stringify(
    (manifest?.['scripts'] as Record<string, unknown> | undefined)?.['test'] ?? '',
  );
  if (names.includes('"vitest"'))
    return '{command: [npx, vitest, run, --reporter=json, "--outputFile={report}"], report: {format: vitest-json, path: "{report}"}}';
  if (names.includes('"jest"'))
    return '{command: [npx, jest, --json, "--outputFile={report}"], report: {format: jest-json, path: "{report}"}}';
  if (script.includes('node --test'))
    return '{command: [node, --test, --test-reporter=tap], report: {format: tap, path: "-"}}';
  const isPython = ['pyproject.toml', 'pytest.ini', 'setup.cfg', 'tox.ini', 'conftest.py'].some((name) =>
    existsSync(path.join(project, name)),
  );
  return isPython
    ? '{command: [python3, -m, pytest, -q, "--junitxml={report}"], report: {format: junit, path: "{report}"}}'
    : undefined;
}

function readManifest(file: string): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function renderConfig(tests: string | undefined): string {
  return `# AgentForge configuration. Commands here run without a shell, from a clean environment, after you trusted them once.
schema: 1

# Which model answers: inbox (you, or any program), script:FILE, tape:FILE.
# model: inbox

# How the tests run. A structured report is the verdict; {report} is a fresh path for each run.
${tests === undefined ? '# tests: {command: [npx, vitest, run, --reporter=json, "--outputFile={report}"], report: {format: vitest-json, path: "{report}"}}' : `tests: ${tests}`}

# Checks are commands: exit code 0 passes, or a number in the output is compared.
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
