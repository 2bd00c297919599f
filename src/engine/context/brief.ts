// The constant parts of a task's contexts: what is asked, what is known of the project, what was analysed beforehand.
import { z } from 'zod';
import {
  buildImportGraph,
  findExampleTest,
  outline,
  projectFingerprint,
  relatedFiles,
  renderFingerprint,
} from '../../code/index.js';
import type { Check } from '../../check/index.js';
import { sha256 } from '../../platform/index.js';
import type { TaskSpec, TaskType } from '../../schema/index.js';
import { splitLines, type Action, type TaskMeans } from '../actions/index.js';
import type { Runtime } from '../runtime.js';
import { fitStart } from './compress.js';
import type { Brief } from './inputs.js';

const FINGERPRINT_TOKENS = 60;
const MAX_OUTLINE = 30;
const SMALL_PROJECT = 25;

export interface BriefParts {
  readonly runtime: Runtime;
  readonly spec: TaskSpec;
  readonly type: TaskType;
  readonly checks: readonly Check[];
}

export async function writeBrief(parts: BriefParts): Promise<Brief> {
  const { runtime, spec, type } = parts;
  return {
    system: `${runtime.types.prompt(type.name, 'system')}\n\n${describeContexts(runtime)}`,
    actions: renderActions(taskActions(parts)),
    task: renderTask(spec),
    domain: renderDomain(parts),
    example: renderExample(parts).join('\n'),
    hints: renderHints(parts),
    analysis: await renderAnalysis(parts),
  };
}

/** How a message is made is the same for every task type, also for those a project writes itself. */
function describeContexts({ types, contexts = 'bounded' }: Runtime): string {
  return types.prompt('contexts', contexts);
}

/** Every action some phase of the type allows and this task has a use for, most preferred first: constant, so that it is cached. */
export function taskActions(parts: BriefParts): Action[] {
  const { runtime, type } = parts;
  const names = new Set(Object.values(type.phases).flatMap((phase) => phase.actions));
  const means = listMeans(parts);
  return runtime.actions
    .filter(({ name, useless }) => names.has(name) && useless?.(means) === undefined)
    .sort((a, b) => b.priority - a.priority || (a.name < b.name ? -1 : 1));
}

export function listMeans({ runtime, spec, type, checks }: BriefParts): TaskMeans {
  return {
    commands: Object.keys(runtime.config.commands),
    checks: checks.map(({ id }) => id),
    hasTests: spec.tests !== undefined,
    understandsCode: runtime.conformance !== undefined,
    reshapesCode: type.name !== 'fix_violation' || checks.length > 0 || spec.inputs.violation !== undefined,
  };
}

function renderActions(actions: readonly Action[]): string {
  return actions
    .map(
      (action) =>
        `- ${action.name} {${renderParameters(action)}}: ${action.description} Use when ${action.when}.`,
    )
    .join('\n');
}

/** Names with `?` where optional, and the hint where there is one. */
function renderParameters({ parameters, hints }: Action): string {
  const schema = z.toJSONSchema(parameters, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, unknown>;
    required?: string[];
  };
  return Object.keys(schema.properties ?? {})
    .map(
      (name) =>
        `${name}${schema.required?.includes(name) ? '' : '?'}${hints?.[name] === undefined ? '' : ` (${hints[name]})`}`,
    )
    .join(', ');
}

function renderTask(spec: TaskSpec): string {
  return [
    `goal: ${spec.goal}`,
    ...section('success criteria', spec.success_criteria),
    ...section('constraints', spec.constraints),
  ].join('\n');
}

function section(name: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : [`${name}:`, ...items.map((item) => `- ${item}`)];
}

function renderDomain(parts: BriefParts): string {
  const { spec } = parts;
  const { violation, target_files: targets, spec: feature } = spec.inputs;
  return [
    ...renderViolation(violation),
    ...parts.checks.map(({ id, definition }) => `check ${id}: ${definition}`),
    ...(spec.tests ? [`tests: ${spec.tests.command.join(' ')}`] : []),
    ...(feature ? renderFeature(feature) : []),
    ...section(
      'target files',
      targets.map(
        ({ path, status, section: part }) => `${path} (${status}${part === undefined ? '' : `, ${part}`})`,
      ),
    ),
  ].join('\n');
}

function renderViolation(violation: TaskSpec['inputs']['violation']): string[] {
  if (violation === undefined) return [];
  if (typeof violation === 'string') return [`violation: ${violation}`];
  const { id, check, severity, path, line, message, hint } = violation;
  const at = line === undefined ? path : `${path}:${line}`;
  return [
    `violation ${id} (${check}, ${severity}) at ${at}: ${message}`,
    ...(hint === undefined ? [] : [`hint: ${hint}`]),
  ];
}

function renderFeature(feature: NonNullable<TaskSpec['inputs']['spec']>): string[] {
  const requirements = feature.requirements.flatMap(({ id, description, acceptance_criteria: criteria }) => [
    `${id}: ${description}`,
    ...criteria.map((criterion) => `  - ${criterion}`),
  ]);
  const coverage = feature.coverage === undefined ? [] : [`coverage must be at least ${feature.coverage} %`];
  return [
    `spec: ${feature.title}`,
    ...requirements,
    ...section('spec constraints', feature.constraints),
    ...coverage,
  ];
}

function renderExample({ runtime, spec, type }: BriefParts): string[] {
  if (!Object.values(type.phases).some(({ red }) => red)) return [];
  const given = spec.inputs.test_patterns?.example_test;
  if (given !== undefined) return ['example test of this project:', given];
  const near = spec.inputs.target_files[0]?.path;
  const found = findExampleTest(runtime.workspace.listFiles(), (path) => readText(runtime, path), near);
  return found ? [`example test of this project (${found.path}):`, found.excerpt] : [];
}

function renderHints({ runtime, spec, type }: BriefParts): string {
  const fingerprint = describeProject(runtime);
  const target = mainTargets(spec)[0] ?? '';
  const guides = guidePaths(target).flatMap((path) => {
    const text = readText(runtime, path);
    return text === undefined ? [] : [`${path}: ${text.trim()}`];
  });
  const room = type.sections.hints ?? 0;
  return [
    fitStart(fingerprint, Math.min(FINGERPRINT_TOKENS, room)).text,
    ...guides.map((guide) => fitStart(guide, room).text),
  ].join('\n');
}

/** Made anew only when files come or go, or a manifest changes. */
function describeProject(runtime: Runtime): string {
  const files = runtime.workspace.listFiles();
  const manifests = files
    .filter((path) => /(?:^|\/)(?:package\.json|pyproject\.toml|Cargo\.toml|go\.mod)$/.test(path))
    .slice(0, 20);
  const key = sha256([...files, ...manifests.map((path) => readText(runtime, path) ?? '')].join('\0'));
  const make = (): string =>
    renderFingerprint(projectFingerprint({ files, read: (path) => readText(runtime, path) }));
  return runtime.workspace.remember('fingerprint', key, make);
}

/** AGENTS.md (or CLAUDE.md) from the nearest folder up to the root: the nearest matters most. */
function guidePaths(target: string): string[] {
  const folders = target.split('/').slice(0, -1);
  const paths: string[] = [];
  for (let depth = folders.length; depth >= 0; depth--) {
    const folder = folders.slice(0, depth).join('/');
    for (const name of ['AGENTS.md', 'CLAUDE.md']) paths.push(folder === '' ? name : `${folder}/${name}`);
  }
  return paths;
}

async function renderAnalysis({ runtime, spec }: BriefParts): Promise<string> {
  const files = runtime.workspace.listFiles();
  const targets = mainTargets(spec).slice(0, 3);
  if (targets.length === 0) return listSmallProject(files, targets);
  const graph = await buildImportGraph({ files, read: (path) => readText(runtime, path) });
  const lines: string[] = [];
  for (const path of targets) {
    const text = readText(runtime, path);
    if (text === undefined) continue;
    const entries = await outline(path, text);
    const { imports, importedBy, tests } = relatedFiles(graph, path);
    lines.push(
      [
        `${path} (${splitLines(text).lines.length} lines)`,
        ...(entries.length === 0 ? [] : [entries.slice(0, MAX_OUTLINE).map(describeEntry).join(', ')]),
      ].join(': '),
    );
    for (const [relation, related] of Object.entries({ imports, 'imported by': importedBy, tests })) {
      if (related.length > 0) lines.push(`  ${relation}: ${related.slice(0, 10).join(', ')}`);
    }
  }
  return [...lines, listSmallProject(files, targets)].filter((line) => line !== '').join('\n');
}

/** A project of a few files can be known by their names; of a large one the folders must do. */
function listSmallProject(files: readonly string[], known: readonly string[]): string {
  const others = files.filter((path) => !known.includes(path));
  const name = known.length > 0 ? 'other files' : 'files';
  return others.length > 0 && files.length <= SMALL_PROJECT ? `${name}: ${others.join(', ')}` : '';
}

function describeEntry({ name, start, end }: { name: string; start: number; end: number }): string {
  return `${name} ${start}-${end}`;
}

/** The files the task is about, the violation's first. */
export function mainTargets(spec: TaskSpec): string[] {
  const { violation, target_files: targets } = spec.inputs;
  return [...(typeof violation === 'object' ? [violation.path] : []), ...targets.map(({ path }) => path)];
}

function readText(runtime: Runtime, path: string): string | undefined {
  const file = runtime.workspace.read(path);
  return file.ok ? file.text : undefined;
}
