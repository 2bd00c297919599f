// What changed files bring that their old texts did not have: the cure must not be another illness.
import type { CodeService } from '../code/index.js';
import type { CheckDefinition, PlannedEdit, Violation } from '../schema/index.js';
import { isFileDefinition } from './conformance/inspect-files.js';
import { runChecks } from './conformance/run-checks.js';
import type { RunCommand } from './contract.js';

/** Packages that are not installed, and globals of some platform, say nothing about a change. */
const UNCERTAIN =
  /^Cannot find (?:module|type definition)|^Could not find a declaration file|Do you need to (?:install type definitions|change your target library)| is not declared\.$/;

export interface AddedViolationsRequest {
  readonly root: string;
  readonly definitions: readonly CheckDefinition[];
  readonly changes: readonly PlannedEdit[];
  readonly run: RunCommand;
}

/** Errors alone, of the checks that look at one file at a time; each as a sentence. */
export async function findAddedViolations(request: AddedViolationsRequest): Promise<readonly string[]> {
  if (request.definitions.length === 0) return [];
  const before = await inspect(request, 'before');
  const after = await inspect(request, 'after');
  return after
    .filter((violation) => countAlike(after, violation) > countAlike(before, violation))
    .filter(({ id }) => !before.some((known) => known.id === id))
    .map(({ path, line = 1, check, message }) => {
      const source = request.changes.find((change) => change.path === path)?.after?.split('\n')[line - 1];
      return `${path}: ${message} (${check})${quoteLine(source)}`;
    });
}

async function inspect(
  { root, definitions, changes, run }: AddedViolationsRequest,
  side: 'before' | 'after',
): Promise<readonly Violation[]> {
  const texts = new Map(changes.map((change) => [change.path, change[side] ?? undefined]));
  const files = [...texts.keys()].filter((path) => texts.get(path) !== undefined);
  const { violations } = await runChecks({
    root,
    definitions: definitions.filter(
      (definition) => isFileDefinition(definition) && definition.severity === 'error',
    ),
    files,
    read: (path) => texts.get(path),
    run,
    trusted: false,
    relateTests: false,
  });
  return violations;
}

/** The line itself, since its number means nothing once the change is taken back. */
function quoteLine(source: string | undefined): string {
  const text = source?.trim() ?? '';
  return text === '' ? '' : ` in \`${text.length > 100 ? `${text.slice(0, 99)}…` : text}\``;
}

/** A violation that has another name now, because its function has, is not a new one. */
function countAlike(violations: readonly Violation[], { path, check }: Violation): number {
  return violations.filter((other) => other.path === path && other.check === check).length;
}

/** What the compiler finds in files whose types it checks; it is loaded only where there are some. */
export async function findAddedErrors(
  changes: readonly PlannedEdit[],
  {
    read,
    code,
  }: { readonly read: (path: string) => string | undefined; readonly code: () => Promise<CodeService> },
): Promise<readonly string[]> {
  const revisions = changes.flatMap(({ path, before, after }) =>
    after !== null && hasTypes(path, after, read) ? [{ path, before: before ?? '', after }] : [],
  );
  if (revisions.length === 0) return [];
  const errors = (await code()).findNewErrors(revisions);
  return errors
    .filter(({ message }) => !UNCERTAIN.test(message))
    .map(({ path, message, source }) => `${path}: ${message.replace(/\.$/, '')}${quoteLine(source)}`);
}

/** TypeScript always; JavaScript where the file or the project asks for it. */
function hasTypes(path: string, text: string, read: (path: string) => string | undefined): boolean {
  if (/\.[cm]?tsx?$/.test(path)) return true;
  if (!/\.[cm]?jsx?$/.test(path)) return false;
  const configs = ['tsconfig.json', 'jsconfig.json'].map((name) => read(name) ?? '');
  return text.includes('@ts-check') || configs.some((config) => config.includes('"checkJs"'));
}
