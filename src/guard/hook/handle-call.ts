// What is done about each event, once it is known where it plays and by which guards.
import { existsSync, lstatSync } from 'node:fs';
import path from 'node:path';
import { confine } from '../../platform/index.js';
import type { EvidenceKind, Guard, GuardedAction, GuardView } from '../contract.js';
import type { CompiledPolicy } from '../policy/compiled.js';
import { createPolicyGuards } from '../policy/create-guards.js';
import type { HookCall, HookOutcome, ToolCall } from './call.js';
import { judgeSettings } from './config-change.js';
import { judgeCall, type JudgedCall } from './judge-call.js';
import { findOwn, listMade } from './own-files.js';
import { findPlace, type HookPlace } from './place.js';
import { loadPolicy, type PolicyFile } from './policy-file.js';
import { checkAfter, keepSnapshot, nameCall, needsPostCheck } from './post-check.js';
import { dropOldSessions, openSessionLog, type SessionLog } from './session-log.js';
import { describeSession } from './session-start.js';
import type { SpoolRecord } from './spool.js';
import { checkStop } from './stop-check.js';
import { findEvidence, findLastVerdict, type EvidenceAnswer } from './stored-evidence.js';
import type { HookSurroundings } from './surroundings.js';

export interface Handled {
  readonly outcome: HookOutcome;
  readonly place?: HookPlace;
  readonly stateFolder?: string;
  readonly action?: GuardedAction;
  readonly role?: string;
  /** Where the record says more than the outcome. */
  readonly verdict?: SpoolRecord['verdict'];
  /** For the person, on stderr. */
  readonly note?: string;
}

export async function handleCall(heard: HookCall, surroundings: HookSurroundings): Promise<Handled> {
  const role = heard.role ?? surroundings.environment['AGENTFORGE_ROLE'];
  const call: HookCall = role === undefined ? heard : { ...heard, role };
  const scene = setScene(call, surroundings);
  const handled = await HANDLERS[call.event](scene);
  return {
    place: scene.place,
    stateFolder: scene.stateFolder,
    ...(role === undefined ? {} : { role }),
    ...handled,
  };
}

interface Scene {
  readonly call: HookCall;
  readonly surroundings: HookSurroundings;
  readonly place: HookPlace;
  readonly stateFolder: string;
  readonly log: SessionLog;
  readonly policy: PolicyFile;
  readonly guards: readonly Guard[];
}

function setScene(call: HookCall, surroundings: HookSurroundings): Scene {
  const place = findPlace({ start: findStart(call, surroundings), cwd: call.cwd || surroundings.cwd });
  const stateFolder = findStateFolder(place, surroundings);
  const policy = loadPolicy({
    trusted: surroundings.policy,
    bypasses: path.join(place.root, '.agentforge/bypasses.json'),
    found: path.join(place.root, '.agentforge/hook/policy.json'),
    builtin: surroundings.builtin,
    profile: surroundings.profile,
  });
  return {
    call,
    surroundings,
    place,
    stateFolder,
    log: openSessionLog(path.join(stateFolder, 'spool/sessions'), `${call.dialect} ${call.session}`),
    policy,
    guards: listGuards(policy, place, surroundings),
  };
}

const PROJECT_VARIABLES: Partial<Record<HookCall['dialect'], string>> = {
  claude: 'CLAUDE_PROJECT_DIR',
  gemini: 'GEMINI_PROJECT_DIR',
};

/** An agent that goes elsewhere does not take its gates off: what it was installed for or started in comes first. */
function findStart(call: HookCall, { project, environment, cwd }: HookSurroundings): string {
  const variable = PROJECT_VARIABLES[call.dialect];
  const named = variable === undefined ? undefined : environment[variable];
  return project ?? (named || undefined) ?? call.workspace ?? (call.cwd || cwd);
}

/** A repository may come with links that lead our records anywhere. */
function findStateFolder({ root, isProject }: HookPlace, surroundings: HookSurroundings): string {
  const folder = path.join(root, '.agentforge');
  const parts = [folder, path.join(folder, 'spool'), path.join(folder, 'spool/sessions')];
  const isLinked = parts.some((part) => lstatSync(part, { throwIfNoEntry: false })?.isSymbolicLink());
  return isProject && !isLinked ? folder : stateElsewhere(root, surroundings);
}

/** A folder that is no project gets none of our files. */
function stateElsewhere(root: string, { environment }: HookSurroundings): string {
  const home = environment['HOME'] ?? '/tmp';
  const data = environment['XDG_DATA_HOME'] || path.join(home, '.local/share');
  return path.join(data, 'agentforge/elsewhere', encodeURIComponent(root).slice(-200));
}

function listGuards(
  { policy, bypasses = [] }: PolicyFile,
  { root }: HookPlace,
  surroundings: HookSurroundings,
): Guard[] {
  const home = surroundings.environment['HOME'];
  const aside = new Set(
    bypasses.filter(({ until }) => Date.parse(until) > surroundings.now()).map(({ guard }) => guard),
  );
  const kept: CompiledPolicy = { ...policy, guards: policy.guards.filter(({ id }) => !aside.has(id)) };
  return createPolicyGuards(kept, { root, ...(home === undefined ? {} : { home }) });
}

const HANDLERS: Readonly<Record<HookCall['event'], (scene: Scene) => Promise<Handled>>> = {
  'pre-tool': handlePreTool,
  'post-tool': handlePostTool,
  stop: handleStop,
  'subagent-stop': handleStop,
  'session-start': handleSessionStart,
  'config-change': handleConfigChange,
  prompt: async () => ({ outcome: { decision: 'allow' } }),
  other: async () => ({ outcome: { decision: 'allow' } }),
};

async function handlePreTool(scene: Scene): Promise<Handled> {
  const { call, log, place, surroundings } = scene;
  if (!call.tool) throw new Error('the call names no tool');
  const judged = await judgeKnowingOwn({ ...call, tool: call.tool }, scene);
  const { action, verdict } = judged;
  if (verdict.decision === 'deny') return { outcome: verdict, action };
  noteAction(action, scene);
  // Cursor announces a shell twice; the second time there is no call afterwards that could tell the agent.
  if (needsPostCheck(call.tool, judged) && !call.eventName.startsWith('before') && place.isProject) {
    const kept = { judged, log, call: nameCall(call.tool), load: surroundings.loadSnapshots };
    const isKept = await withinTime(keepSnapshot(place.root, kept), SNAPSHOT_MS);
    if (!isKept) return { outcome: verdict, action, note: TOO_LARGE };
  }
  return { outcome: verdict, action };
}

/** What the session made itself it may take away again. */
async function judgeKnowingOwn(call: HookCall & { tool: ToolCall }, scene: Scene): Promise<JudgedCall> {
  const judged = await judgeWithEvidence(call, scene);
  const { place, log, surroundings } = scene;
  if (judged.objections.length === 0 || !place.isProject) return judged;
  const own = await findOwn(judged.action, { root: place.root, log, load: surroundings.loadSnapshots });
  return own.size === 0 ? judged : judgeWithEvidence(call, scene, own);
}

function noteAction(action: GuardedAction, { log, place, call: { role = '' } }: Scene): void {
  const made = listMade(action, place.root);
  if (made.length > 0) log.add({ kind: 'made', paths: made });
  if (action.tool === 'read' && action.reads) log.add({ kind: 'read', paths: action.reads });
  const inside = action.files.map((file) => file.path).filter((file) => !path.isAbsolute(file));
  if (inside.length > 0) log.add({ kind: 'changed', paths: [...new Set(inside)], role });
}

/** A repository that git needs longer for is not looked at afterwards; its commands are judged beforehand all the same. */
const SNAPSHOT_MS = 2_500;
const TOO_LARGE = 'AgentForge: this repository is too large to look at what the command changed.';

async function withinTime(work: Promise<void>, limitMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), limitMs);
  });
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Git is asked only when a guard wants evidence. */
async function judgeWithEvidence(
  call: HookCall & { tool: ToolCall },
  scene: Scene,
  own: ReadonlySet<string> = new Set(),
): Promise<JudgedCall> {
  const { surroundings, place, guards } = scene;
  const home = surroundings.environment['HOME'];
  const wanted = new Set<EvidenceKind>();
  const missing = (kind: EvidenceKind): EvidenceAnswer => {
    wanted.add(kind);
    return { ok: false, why: 'nothing was verified' };
  };
  const tools = { guards, readShell: surroundings.readShell, place, own, ...(home && { home }) };
  const first = await judgeCall(call, { ...tools, view: createView(scene, missing) });
  if (wanted.size === 0) return first;
  const answers = await lookUp(scene, [...wanted]);
  return judgeCall(call, { ...tools, view: createView(scene, (kind) => answers.get(kind) ?? missing(kind)) });
}

function createView(
  { place, log }: Scene,
  findEvidenceOf: NonNullable<GuardView['findEvidence']> = () => ({ ok: false, why: 'nothing was verified' }),
): GuardView {
  let read: ReadonlySet<string> | undefined;
  return {
    refuseWrite: (file) => (file === '.' ? undefined : findRefusal(place.root, file)),
    pinned: new Set(),
    trustedCommands: new Set(),
    findEvidence: findEvidenceOf,
    seen: (file) => (read ??= log.read().read).has(file),
  };
}

function findRefusal(root: string, file: string): string | undefined {
  const confined = confine(root, file, { forWriting: true });
  if (confined.ok || confined.reason === 'bad_path') return undefined;
  return confined.reason === 'control_file' ? 'it leads to a control file' : 'it leads out of the project';
}

async function lookUp(
  scene: Scene,
  kinds: readonly EvidenceKind[],
): Promise<ReadonlyMap<EvidenceKind, EvidenceAnswer>> {
  const { root } = scene.place;
  const workspace = await (await scene.surroundings.loadSnapshots()).hashWorkspace(root);
  const folder = path.join(root, '.agentforge/evidence');
  return new Map(kinds.map((kind) => [kind, findEvidence(folder, workspace, kind)]));
}

async function handlePostTool(scene: Scene): Promise<Handled> {
  const { call, log, place, guards, surroundings } = scene;
  if (!call.tool) return { outcome: { decision: 'allow' } };
  const load = surroundings.loadSnapshots;
  const tools = { root: place.root, log, guards, view: createView(scene), load };
  const { verdict, changed, caught } = await checkAfter({ ...call, tool: call.tool }, tools);
  if (changed.length > 0) log.add({ kind: 'changed', paths: changed, role: call.role ?? '' });
  for (const one of caught) log.add({ kind: 'caught', ...one });
  const files = [...new Set([...changed, ...caught.map((one) => one.path)])];
  const action: GuardedAction = {
    tool: call.tool.kind,
    name: call.tool.name,
    files: files.map((file) => ({ path: file, before: null, after: null, unknown: true })),
  };
  return {
    outcome: verdict,
    action,
    ...(verdict.decision === 'allow' ? {} : { verdict: 'caught' as const }),
  };
}

async function handleStop(scene: Scene): Promise<Handled> {
  const { call, log, place, guards } = scene;
  const session = log.read();
  const verdict = await checkStop(call, {
    root: place.root,
    guards,
    view: createView(scene),
    session,
    findVerified: async () =>
      isSetUp(place) ? (await lookUp(scene, ['verified'])).get('verified') : undefined,
  });
  if (verdict.decision === 'deny' || verdict.decision === 'ask') log.add({ kind: 'held' });
  else if (session.held > 0) log.add({ kind: 'passed' });
  return { outcome: verdict };
}

/** Where nobody configured anything, nothing can be verified and nothing is asked for. */
function isSetUp({ root, isProject }: HookPlace): boolean {
  return (
    isProject && ['config.yaml', 'hook'].some((name) => existsSync(path.join(root, '.agentforge', name)))
  );
}

async function handleSessionStart({ place, policy, stateFolder, surroundings }: Scene): Promise<Handled> {
  dropOldSessions(path.join(stateFolder, 'spool/sessions'), surroundings.now());
  const last = findLastVerdict(path.join(place.root, '.agentforge/evidence'));
  return { outcome: { decision: 'tell', text: describeSession(policy.policy, last) } };
}

async function handleConfigChange({ call, surroundings }: Scene): Promise<Handled> {
  if (call.settings === undefined) return { outcome: { decision: 'allow' } };
  return { outcome: judgeSettings(call.settings, surroundings.listInstalled()) };
}
