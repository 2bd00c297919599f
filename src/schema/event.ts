// One immutable record of a journal.
import { z } from 'zod';
import { RecordedEdit } from './edit.js';
import { Fact } from './fact.js';
import { LoopDetection, LoopRecord } from './loop.js';
import { Broken, Note, Usage } from './reply.js';
import {
  Act,
  Handover,
  DrawnNames,
  MemoryItem,
  RecordedReply,
  ProcessGroup,
  Question,
  StepResult,
  TaskStatus,
} from './state.js';
import { Limits } from './task.js';
import { Verification } from './verification.js';

export const JOURNAL_SCHEMA = 1;
export const MAX_EVENT_BYTES = 64 * 1024;

const step = z.number().int();
const Control = { control: z.string().optional() };

export const EventBody = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('task-created'),
    schema: z.literal(JOURNAL_SCHEMA),
    task: z.string(),
    taskType: z.string(),
    specHash: z.string(),
    nonce: z.string(),
    firstPhase: z.string(),
    parent: z.string().optional(),
    limits: Limits,
    pins: z.record(z.string(), z.string()),
  }),
  z.object({
    type: z.literal('measured'),
    step,
    verification: Verification,
    facts: z.array(Fact),
    /** The constant parts of every context of this task. */
    brief: z.string(),
    /** What the tests, and what failed, printed. */
    outputs: z.object({ tests: z.string().optional(), error: z.string().optional() }).optional(),
  }),
  z.object({
    type: z.literal('advised'),
    step,
    /** The file the recipes are for, the hash of its content, and where they are stored. */
    path: z.string(),
    content: z.string(),
    advice: z.string(),
  }),
  z.object({
    type: z.literal('step-asked'),
    step,
    attempt: z.number().int(),
    context: z.string(),
    tokens: z.object({ total: z.number().int(), prefix: z.number().int(), fresh: z.number().int() }),
    /** The most this call can cost; null when the price is unknown. */
    boundUsd: z.number().nullable(),
    /** Where the inputs of the context are recorded. */
    inputs: z.string(),
  }),
  z.object({
    type: z.literal('step-replied'),
    step,
    attempt: z.number().int(),
    reply: RecordedReply,
    usage: Usage,
    costUsd: z.number().nullable(),
    model: z.string(),
    broken: Broken.optional(),
  }),
  z.object({
    type: z.literal('reading-asked'),
    step,
    /** Hash of the output that a model is asked to read, and where the two messages are stored. */
    output: z.string(),
    context: z.string(),
    boundUsd: z.number().nullable(),
  }),
  z.object({
    type: z.literal('reading-replied'),
    step,
    output: z.string(),
    reply: RecordedReply,
    usage: Usage,
    costUsd: z.number().nullable(),
    model: z.string(),
    broken: Broken.optional(),
  }),
  z.object({
    type: z.literal('reply-rejected'),
    step,
    attempt: z.number().int(),
    error: z.string(),
    /** There was no reply at all: the model failed. */
    failed: z.boolean().optional(),
    broken: Broken.optional(),
  }),
  z.object({
    type: z.literal('action-blocked'),
    step,
    action: z.string(),
    guard: z.string(),
    reason: z.string(),
    hint: z.string(),
  }),
  z.object({ type: z.literal('act-started'), step, act: Act }),
  z.object({
    type: z.literal('command-started'),
    step,
    name: z.string(),
    argv: z.array(z.string()),
    group: ProcessGroup,
  }),
  z.object({
    type: z.literal('step-finished'),
    step,
    action: z.string(),
    target: z.string().optional(),
    result: StepResult,
    summary: z.string(),
    observation: z.string().optional(),
    /** What kind of output the observation is, for `load_context`. */
    observed: z.enum(['tests', 'error']).optional(),
    facts: z.array(Fact),
    retire: z.array(z.string()),
    /** Hashes of files that facts may rest on, where they changed. */
    changed: z.record(z.string(), z.string()).optional(),
    /** The edits that are in effect because of this step. */
    edited: z.array(RecordedEdit).optional(),
    verification: Verification.optional(),
    workspace: z.string().optional(),
    record: LoopRecord,
    /** Digests of file contents read for the first time. */
    contents: z.array(z.string()),
    /** Names that came up, for when the texts are out of view. */
    names: DrawnNames.optional(),
    points: z.number().int(),
    plan: z.array(z.string()).optional(),
    notes: z.array(Note).optional(),
    /** The agent wants to hand over, and says why. */
    ends: Handover.optional(),
    durationMs: z.number(),
  }),
  z.object({
    type: z.literal('reverted'),
    step,
    why: z.string(),
    act: Act,
    /** What the measurement printed that called for it. */
    output: z.string().optional(),
  }),
  z.object({
    type: z.literal('undone'),
    edits: z.array(RecordedEdit),
    /** A person, where older records do not say. */
    by: z.enum(['person', 'flow']).optional(),
  }),
  z.object({ type: z.literal('change-set-opened'), step, origin: Verification }),
  z.object({
    type: z.literal('change-set-closed'),
    step,
    outcome: z.enum(['kept', 'undone']),
    why: z.string(),
  }),
  z.object({ type: z.literal('phase-changed'), step, from: z.string(), to: z.string(), why: z.string() }),
  z.object({
    type: z.literal('loop-detected'),
    step,
    detection: LoopDetection,
    rung: z.enum(['nudge', 'replan', 'escalate']),
    block: z.string().optional(),
  }),
  z.object({ type: z.literal('context-loaded'), step, item: MemoryItem }),
  z.object({ type: z.literal('context-cleared'), step, key: z.string() }),
  z.object({ type: z.literal('pinned'), step, key: z.string() }),
  z.object({ type: z.literal('escalated'), step, question: Question }),
  z.object({ type: z.literal('answered'), ...Control, text: z.string() }),
  z.object({ type: z.literal('told'), ...Control, text: z.string() }),
  z.object({ type: z.literal('limits-raised'), ...Control, limits: Limits }),
  z.object({ type: z.literal('parked'), ...Control, reason: z.string() }),
  z.object({ type: z.literal('resumed') }),
  z.object({ type: z.literal('completed'), summary: z.string(), workspace: z.string() }),
  z.object({ type: z.literal('failed'), reason: z.string() }),
  z.object({ type: z.literal('aborted'), ...Control, reason: z.string() }),
  z.object({ type: z.literal('child-created'), child: z.string(), specHash: z.string() }),
  z.object({
    type: z.literal('child-finished'),
    child: z.string(),
    status: TaskStatus,
    outcomeHash: z.string(),
  }),
]);
export type EventBody = z.infer<typeof EventBody>;
export type EventType = EventBody['type'];

export const Envelope = z.object({
  seq: z.number().int().positive(),
  at: z.string(),
  epoch: z.number().int().positive(),
  /** Fingerprints of secrets numbered since the last record. */
  secrets: z.array(z.string()).optional(),
  prev: z.string(),
  hash: z.string(),
});
export type Envelope = z.infer<typeof Envelope>;

export type Event = Envelope & EventBody;
export type EventOf<T extends EventType> = Extract<Event, { type: T }>;

/** What another process wants of a task; dropped into its `control/` folder. */
export const ControlMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('answer'), text: z.string().min(1).max(10_000) }),
  z.strictObject({ type: z.literal('tell'), text: z.string().min(1).max(10_000) }),
  z.strictObject({ type: z.literal('pause') }),
  z.strictObject({ type: z.literal('abort'), reason: z.string().max(1_000) }),
  z.strictObject({ type: z.literal('top-up'), limits: Limits }),
]);
export type ControlMessage = z.infer<typeof ControlMessage>;
