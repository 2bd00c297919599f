// `violations` and `exempt`: what became of what the last check found, and what people decided.
import { z } from 'zod';
import { loadDefinitions } from '../app/index.js';
import {
  applyBaseline,
  judgeStatus,
  loadBaseline,
  loadExemptions,
  loadViolations,
  saveExemption,
} from '../check/index.js';
import { present } from '../platform/index.js';
import { AgentForgeError, Exemption, ViolationStatus, type Violation } from '../schema/index.js';
import { commandLine, projectFolder, type Globals } from './globals.js';
import { listLedgerNotes } from './ledger-notes.js';
import { note, print, printJson, table } from './output.js';
import { today } from './today.js';

export async function violations(globals: Globals, options: { readonly status?: string }): Promise<void> {
  const project = projectFolder(globals);
  const record = loadViolations(project);
  if (!record)
    throw new AgentForgeError(
      'not_found',
      'No check has run in this tree yet (fixes on a branch check theirs); run `agentforge check` first.',
    );
  const wanted = readStatus(options.status ?? 'open');
  const known = applyExemptions(project, record.violations);
  const listed = known.filter(({ status }) => wanted === 'all' || status === wanted);
  if (globals.json) return listed.forEach((violation) => printJson(violation));
  for (const line of await listLedgerNotes(globals, record.at, listed)) note(line);
  if (listed.length === 0) return note(`No violation is ${wanted}; --status all shows every one.`);
  const tolerated = new Set(
    applyBaseline(known, loadBaseline(project)).tolerated.map((violation) => violation.id),
  );
  print(
    table(
      ['ID', 'STATUS', 'CHECK', 'WHERE', 'MESSAGE'],
      listed.map(({ id, status, check: name, path, line, message }) => [
        id,
        tolerated.has(id) ? `${status} (baseline)` : status,
        name,
        line === undefined ? path : `${path}:${line}`,
        message.slice(0, 100),
      ]),
    ),
  );
}

function readStatus(text: string): Violation['status'] | 'all' {
  const parsed = z.union([ViolationStatus, z.literal('all')]).safeParse(text);
  if (parsed.success) return parsed.data;
  throw new AgentForgeError(
    'bad_usage',
    `There is no status ${JSON.stringify(text)}; use ${ViolationStatus.options.join(', ')} or all.`,
  );
}

/** What was decided since the last check counts at once, and so does a day that has passed. */
function applyExemptions(project: string, known: readonly Violation[]): readonly Violation[] {
  const isFound = ({ status }: Violation): boolean => status === 'open' || status === 'exempt';
  const { violations: judged } = judgeStatus({
    outcome: { ran: [], failedToRun: [], violations: known.filter(isFound), skipped: [], files: 0 },
    exemptions: loadExemptions(project),
    today: today(),
    known: [],
  });
  return [...judged, ...known.filter((violation) => !isFound(violation))];
}

export interface ExemptOptions {
  readonly reason?: string;
  readonly owner?: string;
  readonly expires?: string;
  readonly path?: string;
}

type Decision = Required<Omit<ExemptOptions, 'path'>> & Pick<ExemptOptions, 'path'>;

/** `what` is a violation's id, or a check's. */
export async function exempt(globals: Globals, what: string, options: ExemptOptions): Promise<void> {
  const project = projectFolder(globals);
  const decision = requireDecision(globals, what, options);
  const exemption = toExemption(what, decision);
  if (decision.expires < today())
    throw new AgentForgeError('bad_usage', `${decision.expires} is over; name a day to come.`);
  requireKnown(project, exemption);
  saveExemption(project, exemption);
  if (globals.json) return printJson(exemption);
  print(`exempt ${what} until ${decision.expires} (.agentforge/exemptions.yaml)`);
}

/** What is missing is named all at once, with the command as it should be. */
function requireDecision(globals: Globals, what: string, options: ExemptOptions): Decision {
  const { reason, owner, expires, path } = options;
  if (reason !== undefined && owner !== undefined && expires !== undefined)
    return { reason, owner, expires, ...present({ path }) };
  const missing = Object.entries({ reason, owner, expires })
    .filter(([, value]) => value === undefined)
    .map(([name]) => `--${name}`);
  throw new AgentForgeError(
    'bad_usage',
    `An exemption needs ${missing.join(', ').replace(/, (?=[^,]*$)/, ' and ')}: \`${commandLine(globals, `exempt ${what} --reason "…" --owner NAME --expires YYYY-MM-DD`)}\`.`,
  );
}

function toExemption(what: string, { reason, owner, expires, path }: Decision): Exemption {
  const target = what.startsWith('V-') ? { violation: what } : { check: what };
  const parsed = Exemption.safeParse({ ...target, ...present({ path }), reason, owner, expires });
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new AgentForgeError(
    'bad_usage',
    `The exemption is not usable (${[...(issue?.path ?? []), issue?.message ?? ''].join(': ')}); give --reason, --owner and --expires as YYYY-MM-DD.`,
  );
}

/** A mistyped id would exempt nothing, and nobody would notice. */
function requireKnown(project: string, { violation, check }: Exemption): void {
  if (check !== undefined) return requireCheck(project, check);
  const known = loadViolations(project)?.violations;
  if (known === undefined || known.some(({ id }) => id === violation)) return;
  throw new AgentForgeError(
    'not_found',
    `The last check found no violation ${violation}; \`agentforge violations --status all\` lists them.`,
  );
}

/** One that is imported from another tool is known by what it found. */
function requireCheck(project: string, check: string): void {
  const ids = loadDefinitions(project).map(({ id }) => id);
  const found = loadViolations(project)?.violations.some((one) => one.check === check) ?? false;
  if (found || ids.includes(check)) return;
  throw new AgentForgeError('not_found', `There is no check ${check} here; there are ${ids.join(', ')}.`);
}
