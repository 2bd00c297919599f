// One tool call → an action with its effects → a verdict.
import path from 'node:path';
import type {
  Guard,
  GuardedAction,
  GuardView,
  Objection,
  ShellReading,
  Stage,
  Verdict,
} from '../contract.js';
import { evaluate } from '../evaluate.js';
import type { HookCall, ToolCall } from './call.js';
import { readEffects, type Effects } from './effects.js';
import { namePath, type HookPlace } from './place.js';
import { resolveFiles, resolveShellFiles } from './resolve-files.js';

export type ReadShell = (
  command: string,
  where: { readonly cwd: string; readonly home?: string },
) => Promise<ShellReading>;

export interface JudgeTools {
  readonly guards: readonly Guard[];
  readonly view: GuardView;
  readonly readShell: ReadShell;
  readonly place: HookPlace;
  readonly home?: string;
  /** Files that the session made itself. */
  readonly own?: ReadonlySet<string>;
}

export interface JudgedCall {
  readonly action: GuardedAction;
  readonly verdict: Verdict;
  readonly objections: readonly Objection[];
}

export async function judgeCall(
  call: HookCall & { readonly tool: ToolCall },
  tools: JudgeTools,
): Promise<JudgedCall> {
  const effects = readEffects(call.tool);
  const action = await toAction(call, effects, tools);
  const problem = call.tool.mutates ? effects.problem : undefined;
  const unread: Objection[] = problem === undefined ? [] : [refuseUnread(call.tool.name, problem)];
  const { verdict, objections } = evaluate(action, tools.view, tools.guards);
  return { action, verdict: unread[0] ?? verdict, objections: [...unread, ...objections] };
}

function refuseUnread(name: string, problem: string): Objection {
  return {
    decision: 'deny',
    guard: 'unreadable-call',
    reason: `what ${name.slice(0, 80)} would change cannot be known, because ${problem}`,
    hint: 'Call it with a file and its content, or a patch in the usual form.',
  };
}

async function toAction(
  call: HookCall & { tool: ToolCall },
  effects: Effects,
  tools: JudgeTools,
): Promise<GuardedAction> {
  const { tool, dialect, role } = call;
  const { place, home, readShell } = tools;
  const shell =
    effects.command === undefined ? undefined : await readCommand(tool, effects, { place, home, readShell });
  const named = resolveFiles(effects, place);
  const files = shell === undefined ? named : [...named, ...resolveShellFiles(shell, place)];
  const reads = effects.reads.flatMap((file) => namePath(place, file));
  return {
    tool: toKind(tool, { hasShell: shell !== undefined, hasFiles: files.length > 0, reads }),
    name: tool.name,
    files: files.map((file) => (tools.own?.has(file.path) ? { ...file, own: true } : file)),
    dialect,
    stage: STAGES[call.event] ?? 'pre',
    ...(role === undefined ? {} : { role }),
    ...(reads.length > 0 ? { reads } : {}),
    ...(shell === undefined ? {} : { shell }),
  };
}

const STAGES: Partial<Record<HookCall['event'], Stage>> = {
  'post-tool': 'post',
  stop: 'stop',
  'subagent-stop': 'stop',
  'session-start': 'session',
};

/** A server's tool that writes a file is judged as one that writes. */
function toKind(
  { kind }: ToolCall,
  { hasShell, hasFiles, reads }: { hasShell: boolean; hasFiles: boolean; reads: readonly string[] },
): GuardedAction['tool'] {
  if (kind !== 'mcp') return kind;
  if (hasShell) return 'shell';
  if (hasFiles) return 'write';
  return reads.length > 0 ? 'read' : 'mcp';
}

interface Reader {
  readonly place: HookPlace;
  readonly home: string | undefined;
  readonly readShell: ReadShell;
}

async function readCommand(
  tool: ToolCall,
  { command = '', directory }: Effects,
  reader: Reader,
): Promise<ShellReading> {
  const cwd = path.resolve(reader.place.cwd, directory ?? '.');
  const where = { cwd, ...(reader.home === undefined ? {} : { home: reader.home }) };
  const reading = await reader.readShell(command, where);
  if (tool.name !== 'PowerShell') return reading;
  const doubt = { kind: 'unparsable', reason: 'PowerShell is read as if it were a POSIX shell.' } as const;
  return { ...reading, doubts: [...reading.doubts, doubt] };
}
