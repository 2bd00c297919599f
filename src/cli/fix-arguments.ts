// What `fix` was told, judged before anything else happens: what to fix, where, and that it does not contradict itself.
import type { FixRequest } from '../app/index.js';
import { AgentForgeError } from '../schema/index.js';
import { requirePlace } from './write-report.js';

export interface FixCommandOptions {
  readonly all?: boolean;
  readonly top?: number;
  readonly dryRun?: boolean;
  readonly estimate?: boolean;
  readonly commit?: string | true;
  readonly isolate?: boolean;
  readonly inPlace?: boolean;
  /** commander's `--no-tests`. */
  readonly tests?: boolean;
  readonly relaxed?: boolean;
  readonly model?: string;
  readonly markdown?: string;
  readonly trustProject?: boolean;
  /** Of the demonstration: a line for each fix, the summary, and nothing to type next. */
  readonly brief?: boolean;
}

export function readWhat(ids: readonly string[], options: FixCommandOptions): FixRequest['what'] {
  const { all, top } = options;
  refuseContradictions(ids, options);
  if (options.markdown !== undefined) requirePlace(options.markdown);
  if (all) return 'all';
  if (top !== undefined) return { top };
  if (ids.length > 0) return { ids: ids.map(requireId) };
  throw new AgentForgeError(
    'bad_usage',
    'Say what to fix: the ids of violations, --all, or --top N (`agentforge scan` shows what there is).',
  );
}

/** Trying it on the worst ones leaves the working tree alone, unless told otherwise. */
export function readWhere({ commit, isolate, inPlace, top, dryRun }: FixCommandOptions): FixRequest['where'] {
  if (dryRun || inPlace) return 'in_place';
  if (isolate || (top !== undefined && commit === undefined)) return 'worktree';
  return commit === undefined ? undefined : 'branch';
}

/** Pairs of which the second would silently win or be forgotten. */
const CONTRADICTIONS: readonly (readonly [string, string])[] = [
  ['--all', '--top'],
  ['ids', '--all'],
  ['ids', '--top'],
  ['--dry-run', '--commit'],
  ['--dry-run', '--isolate'],
  ['--dry-run', '--in-place'],
  ['--dry-run', '--markdown'],
  ['--in-place', '--commit'],
  ['--in-place', '--isolate'],
];

function refuseContradictions(ids: readonly string[], options: FixCommandOptions): void {
  const given: Readonly<Record<string, boolean>> = {
    ids: ids.length > 0,
    '--all': options.all === true,
    '--top': options.top !== undefined,
    '--dry-run': options.dryRun === true,
    '--commit': options.commit !== undefined,
    '--isolate': options.isolate === true,
    '--in-place': options.inPlace === true,
    '--markdown': options.markdown !== undefined,
  };
  const pair = CONTRADICTIONS.find(([one, other]) => given[one] && given[other]);
  if (!pair) return;
  const [one, other] = pair.map((name) => (name === 'ids' ? `The id ${ids[0] ?? ''}` : name));
  throw new AgentForgeError('bad_usage', `${one} and ${other} do not go together; leave one of them out.`);
}

function requireId(id: string): string {
  if (/^V-[0-9a-f]{10}$/.test(id)) return id;
  throw new AgentForgeError(
    'bad_usage',
    `${JSON.stringify(id)} is not the id of a violation, which looks like V-0123456789; \`agentforge check\` lists them.`,
  );
}
