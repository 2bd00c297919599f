// The journal's lines: sealing an event into the hash chain, and reading lines back without trusting any of them.
import { sha256 } from '../platform/index.js';
import { AgentForgeError, Envelope, EventBody, MAX_EVENT_BYTES, type Event } from '../schema/index.js';
import { upcast } from './upcast.js';

/** Where the chain stands: what the next record must follow. */
export interface ChainPosition {
  readonly seq: number;
  readonly hash: string;
  readonly epoch: number;
}

export const CHAIN_START: ChainPosition = { seq: 0, hash: '0'.repeat(64), epoch: 0 };

export interface SealedEvent {
  readonly event: Event;
  /** The line in the journal, newline included. */
  readonly line: string;
}

export function sealEvent(
  body: EventBody,
  position: ChainPosition,
  envelope: { at: string; epoch: number; secrets?: readonly string[] },
): SealedEvent {
  const { type, ...rest } = body;
  const { at, epoch, secrets } = envelope;
  const record = { seq: position.seq + 1, at, epoch, type, ...rest, ...(secrets?.length ? { secrets } : {}), prev: position.hash };
  const text = JSON.stringify(record);
  const hash = sha256(text);
  const line = `- ${text.slice(0, -1)},"hash":"${hash}"}\n`;
  if (Buffer.byteLength(line) > MAX_EVENT_BYTES) {
    throw new AgentForgeError('limit', `A ${type} record of ${Buffer.byteLength(line)} bytes is over the 64 KB limit of a journal line.`);
  }
  return { event: { ...record, hash } as Event, line };
}

export interface Scan {
  readonly events: Event[];
  readonly end: ChainPosition;
  /** Byte offset, within what was scanned, after the last good line. */
  readonly goodBytes: number;
  /** A last line that was only partly written. */
  readonly torn?: { readonly bytes: number };
  readonly setAside: readonly string[];
  readonly damage?: { readonly line: number; readonly message: string };
}

/** Reads lines after `from`; stops at the first damage. Records of an older writer after a newer one are set aside. */
export function scanJournal(data: Buffer, from: ChainPosition, firstLine = from.seq + 1): Scan {
  const events: Event[] = [];
  const setAside: string[] = [];
  let position = from;
  let offset = 0;
  for (let line = firstLine; offset < data.length; line++) {
    const newline = data.indexOf(10, offset);
    const isLast = newline === -1 || newline === data.length - 1;
    const text = data.toString('utf8', offset, newline === -1 ? data.length : newline);
    const read = newline === -1 ? { ok: false as const, why: 'it is incomplete' } : readLine(text, position);
    if (!read.ok) {
      if (isLast) return { events, end: position, goodBytes: offset, torn: { bytes: data.length - offset }, setAside };
      return { events, end: position, goodBytes: offset, setAside, damage: { line, message: `line ${line} is damaged: ${read.why}` } };
    }
    offset = newline + 1;
    if (read.stale) {
      setAside.push(`line ${line} was written by an older process (epoch ${read.event.epoch}) after a newer one took over; it is ignored`);
      continue;
    }
    events.push(read.event);
    position = { seq: read.event.seq, hash: read.event.hash, epoch: read.event.epoch };
  }
  return { events, end: position, goodBytes: offset, setAside };
}

type ReadLine = { ok: true; event: Event; stale: boolean } | { ok: false; why: string };

const HASH_TAIL = /,"hash":"([0-9a-f]{64})"\}$/;

function readLine(line: string, position: ChainPosition): ReadLine {
  const tail = HASH_TAIL.exec(line);
  if (!line.startsWith('- {') || !tail) return { ok: false, why: 'it is not a journal record' };
  const text = `${line.slice(2, tail.index)}}`;
  if (sha256(text) !== tail[1]) return { ok: false, why: 'its hash does not match its content' };
  const raw: unknown = JSON.parse(text);
  const envelope = Envelope.omit({ hash: true }).safeParse(raw);
  if (!envelope.success) return { ok: false, why: 'its envelope is incomplete' };
  const stale = envelope.data.epoch < position.epoch;
  if (!stale && envelope.data.prev !== position.hash) return { ok: false, why: 'it does not follow the record before it' };
  if (!stale && envelope.data.seq !== position.seq + 1) return { ok: false, why: `its number is ${envelope.data.seq}, not ${position.seq + 1}` };
  const body = EventBody.safeParse(upcast(raw));
  if (!body.success) return { ok: false, why: `its content is not understood (${body.error.issues[0]?.path.join('.') ?? 'type'})` };
  return { ok: true, stale, event: { ...envelope.data, hash: tail[1] as string, ...body.data } };
}
