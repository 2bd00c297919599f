// The fold of a journal. Every list in it is capped.
import { z } from 'zod';
import { RecordedEdit } from './edit.js';
import { Fact } from './fact.js';
import { LoopDetection, LoopRecord } from './loop.js';
import { Broken, Note, Usage } from './reply.js';
import { Limits } from './task.js';
import { Verification } from './verification.js';

export const TaskStatus = z.enum(['running', 'waiting', 'parked', 'completed', 'failed', 'aborted']);
export type TaskStatus = z.infer<typeof TaskStatus>;

export const StepResult = z.enum(['success', 'failure', 'partial', 'blocked', 'rejected', 'reverted']);
export type StepResult = z.infer<typeof StepResult>;

export const ActionRecord = z.object({
  step: z.number().int(),
  action: z.string(),
  target: z.string().optional(),
  result: StepResult,
  summary: z.string(),
});
export type ActionRecord = z.infer<typeof ActionRecord>;

/** Something the agent is looking at: a window on a file, rendered from disk each step, or a stored text. */
export const MemoryItem = z.object({
  key: z.string(),
  title: z.string(),
  path: z.string().optional(),
  start: z.number().int().optional(),
  end: z.number().int().optional(),
  blob: z.string().optional(),
  step: z.number().int(),
  /** The last step in whose context it appears; absent means until displaced. */
  until: z.number().int().optional(),
  pinned: z.boolean(),
});
export type MemoryItem = z.infer<typeof MemoryItem>;

/** The names in what a step did and in what it saw. */
export const DrawnNames = z.object({ used: z.array(z.string()), seen: z.array(z.string()) });
export type DrawnNames = z.infer<typeof DrawnNames>;

export const KnownName = z.object({ name: z.string(), weight: z.number() });
export type KnownName = z.infer<typeof KnownName>;

export const ProcessGroup = z.object({ pid: z.number().int(), startTime: z.string(), bootId: z.string() });
export type ProcessGroup = z.infer<typeof ProcessGroup>;

/** An edit set on its way to disk: `apply` is the agent's, `revert` takes one step back, `unwind` a whole change set. */
export const Act = z.object({
  kind: z.enum(['apply', 'revert', 'unwind']),
  action: z.string(),
  target: z.string().optional(),
  summary: z.string(),
  edits: z.array(RecordedEdit),
});
export type Act = z.infer<typeof Act>;

/** A model's reply as the journal keeps it. */
export const RecordedReply = z.object({
  text: z.string().optional(),
  blob: z.string().optional(),
  /** The blob holds a call as JSON, not text. */
  data: z.boolean().optional(),
  call: z.unknown().optional(),
  fault: z.string().optional(),
});
export type RecordedReply = z.infer<typeof RecordedReply>;

/** How far the step in progress has come; what to do next after a crash is read off this. */
export const OpenStep = z.object({
  step: z.number().int(),
  attempt: z.number().int(),
  /** Hash of the context that was sent; empty while this attempt has not been asked. */
  context: z.string(),
  /** The most the call can cost; null when the price is unknown. */
  boundUsd: z.number().nullable(),
  reply: RecordedReply.optional(),
  /** Why the first reply was rejected. */
  rejection: z.string().optional(),
  blocked: z
    .object({ action: z.string(), guard: z.string(), reason: z.string(), hint: z.string() })
    .optional(),
  act: Act.optional(),
  /** Measured after the act, before a revert it called for. */
  worse: z.string().optional(),
  output: z.string().optional(),
  command: ProcessGroup.optional(),
});
export type OpenStep = z.infer<typeof OpenStep>;

export const FileChange = z.object({ before: z.string().nullable(), after: z.string().nullable() });
export type FileChange = z.infer<typeof FileChange>;

export const ChangeSet = z.object({
  openedAt: z.number().int(),
  phase: z.string(),
  mutations: z.number().int(),
  /** What was measured where it began. */
  origin: Verification,
  /** What was known there; it holds again when the set is taken back. */
  facts: z.array(Fact),
  files: z.record(z.string(), FileChange),
});
export type ChangeSet = z.infer<typeof ChangeSet>;

export const LoopState = z.object({
  /** Detections since the last progress. */
  count: z.number().int(),
  rung: z.enum(['nudge', 'replan', 'escalate']).optional(),
  detection: LoopDetection.optional(),
  /** Action signatures that are refused until there is progress. */
  blocked: z.array(z.string()),
});
export type LoopState = z.infer<typeof LoopState>;

export const Spent = z.object({
  usage: Usage,
  freshTokens: z.number().int(),
  contextTokens: z.number().int(),
  costUsd: z.number().nullable(),
  calls: z.number().int(),
  /** What broken calls can have used at most, besides. */
  broken: Broken.optional(),
  /** Time spent in steps, in all sessions. */
  wallMs: z.number(),
});
export type Spent = z.infer<typeof Spent>;

export const Question = z.object({
  id: z.string(),
  text: z.string(),
  reason: z.enum([
    'asked',
    'stuck',
    'limit',
    'file_changed',
    'control_file',
    'cannot_fix',
    'model',
    'approval',
    'verification',
  ]),
});
export type Question = z.infer<typeof Question>;

/** Why a step ends in a question. */
export const Handover = Question.pick({ reason: true, text: true });
export type Handover = z.infer<typeof Handover>;

export const Child = z.object({ id: z.string(), status: TaskStatus.optional() });
export type Child = z.infer<typeof Child>;

export const TaskState = z.object({
  task: z.string(),
  type: z.string(),
  specHash: z.string(),
  nonce: z.string(),
  parent: z.string().optional(),
  createdAt: z.string(),
  status: TaskStatus,
  /** Why it ended, when it has. */
  ending: z.string().optional(),
  /** Every change was taken back after the end. */
  undone: z.literal(true).optional(),
  /** The last step begun. */
  step: z.number().int(),
  phase: z.object({
    name: z.string(),
    steps: z.number().int(),
    since: z.number().int(),
    history: z.array(z.string()),
  }),
  open: OpenStep.optional(),
  recent: z.array(ActionRecord),
  records: z.array(LoopRecord),
  facts: z.array(Fact),
  memory: z.array(MemoryItem),
  /** Most valuable first. */
  names: z.array(KnownName),
  plan: z.array(z.string()),
  notes: z.array(Note.extend({ step: z.number().int() })),
  told: z.array(z.object({ step: z.number().int(), text: z.string() })),
  /** Blob with the constant parts of every context. */
  brief: z.string().optional(),
  /** Recipes made so far, newest last: for which content of which file, and the blob they are in. */
  advice: z.array(z.object({ path: z.string(), content: z.string(), blob: z.string() })),
  baseline: Verification.optional(),
  verification: Verification.optional(),
  /** The workspace hash after the last thing that could change it. */
  workspace: z.string().optional(),
  changeSet: ChangeSet.optional(),
  files: z.record(z.string(), FileChange),
  /** Files that configure how tests and checks run, as they were at the start. */
  pins: z.record(z.string(), z.string()),
  /** Pinned files that a person allowed to change. */
  approved: z.array(z.string()),
  loop: LoopState,
  points: z.number().int(),
  spent: Spent,
  limits: Limits,
  question: Question.optional(),
  /** The agent handed over in its last step. */
  handover: Handover.optional(),
  answers: z.array(z.object({ question: z.string(), text: z.string(), step: z.number().int() })),
  seenWorkspaces: z.array(z.string()),
  seenContents: z.array(z.string()),
  /** The last test output and the last error, kept as blobs for `load_context`. */
  lastOutput: z.object({ tests: z.string().optional(), error: z.string().optional() }),
  /** Fingerprints of secrets, in placeholder order. */
  secrets: z.array(z.string()),
  children: z.array(Child),
  /** Outputs a model was asked to read, by their hash, newest last, with what it replied. */
  readings: z.array(z.object({ output: z.string(), reply: RecordedReply.optional() })),
  /** Calls that may have been paid for without a recorded reply. */
  inDoubt: z.array(z.object({ step: z.number().int(), context: z.string() })),
  /** Control messages already taken in. */
  controls: z.array(z.string()),
  resumes: z.number().int(),
});
export type TaskState = z.infer<typeof TaskState>;
