// What the engine is told about violations and source code: checks loaded when first asked for, the compiler when needed.
import {
  adviseViolation,
  createTextLinter,
  createViolationCheck,
  findAddedErrors,
  findAddedViolations,
  findLintLimits,
  loadBuiltinChecks,
  loadProjectChecks,
  RELAXED,
  runChecks,
  STRICT,
  type AdviseOptions,
  type Conformance,
  type LintLimits,
  type RunCommand,
  type RunChecksRequest,
} from '../check/index.js';
import { createTypeScriptService, type CodeService } from '../code/index.js';
import type { Workspace } from '../engine/index.js';
import {
  AgentForgeError,
  type CheckDefinition,
  type Violation,
  type ViolationInput,
} from '../schema/index.js';
import { rememberAdvice } from './advice-cache.js';

export interface ConformanceOptions {
  /** The checks, asked for when they are first needed. */
  readonly definitions: () => CheckDefinition[];
  /** Those the project set up itself: no change may bring new violations of them. */
  readonly ownDefinitions: () => CheckDefinition[];
  /** Where the files are that are looked at. */
  readonly workspace: Workspace;
  readonly trusted: () => boolean;
}

/** The project's own checks, or the built-in ones where it has none. */
export function loadDefinitions(project: string): CheckDefinition[] {
  const own = loadProjectChecks(project);
  return own.length > 0 ? own : loadBuiltinChecks();
}

export function createConformance({
  definitions,
  ownDefinitions,
  workspace,
  trusted,
}: ConformanceOptions): Conformance {
  const { root, listFiles } = workspace;
  const read = (path: string): string | undefined => readText(workspace, path);
  let loaded: CheckDefinition[] | undefined;
  let own: CheckDefinition[] | undefined;
  let service: Promise<CodeService> | undefined;
  const askLinter = createLinter(root);
  const load = (): CheckDefinition[] => (loaded ??= definitions());
  const code = (): Promise<CodeService> =>
    (service ??= createTypeScriptService({
      root,
      listFiles,
      // The compiler also asks for libraries, by their absolute path.
      read: (path) => (path.startsWith('/') ? readLibrary(workspace, path) : read(path)),
    }));
  return {
    code,
    checkOf: (violation) =>
      createViolationCheck({ violation, definitions: load(), listFiles, read, trusted: trusted() }),
    findAdded: async (kind, changes) =>
      kind === 'types'
        ? findAddedErrors(changes, { read, code })
        : findAddedViolations({ root, definitions: (own ??= ownDefinitions()), changes, run: refuseToRun }),
    advise: rememberAdvice(async (violation, { relaxed, signal, run = refuseToRun }) => {
      const text = read(violation.path);
      if (text === undefined) return { recipes: [], none: `${violation.path} cannot be read` };
      const isRun = run !== refuseToRun && trusted();
      return adviseViolation({
        definitions: load(),
        violation,
        found: await findIn(violation, workspace, {
          definitions: load(),
          read,
          run,
          trusted: isRun,
        }),
        text,
        quality: relaxed ? RELAXED : STRICT,
        ...(isRun && !relaxed ? await askLinter(run, violation.path) : {}),
        code,
        signal,
      });
    }, workspace),
  };
}

type Lint = Pick<AdviseOptions, 'lint' | 'lintTexts'>;

/** The configuration of a linter does not change under way: each file is asked about once. */
function createLinter(root: string): (run: RunCommand, path: string) => Promise<Lint> {
  const known = new Map<string, Promise<LintLimits>>();
  const lintTexts = createTextLinter(root);
  return async (run, path) => {
    const asked = known.get(path) ?? findLintLimits(run, root, path);
    known.set(path, asked);
    return { lint: await asked, lintTexts: lintTexts(run, path) };
  };
}

/** What is wrong with the file now, as far as it matters for a recipe. */
async function findIn(
  { path, check }: ViolationInput,
  { root, listFiles }: Workspace,
  request: Pick<RunChecksRequest, 'definitions' | 'read' | 'run' | 'trusted'>,
): Promise<readonly Violation[]> {
  const { violations } = await runChecks({
    ...request,
    root,
    definitions: request.definitions.filter(
      ({ id, kind }) => id === check || kind === 'metric' || kind === 'regex',
    ),
    files: listFiles(),
    only: [path],
    relateTests: false,
  });
  return violations;
}

async function refuseToRun(): Promise<never> {
  throw new AgentForgeError('bad_usage', 'Looking for a recipe runs no commands.');
}

function readText(workspace: Workspace, path: string): string | undefined {
  const file = workspace.read(path);
  return file.ok ? file.text : undefined;
}

function readLibrary({ disk }: Workspace, path: string): string | undefined {
  try {
    return Buffer.from(disk.read(path)).toString('utf8');
  } catch {
    return undefined;
  }
}
