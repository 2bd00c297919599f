// The journal's lines: sealing events into the hash chain, and reading lines back without trusting any of them.
import { z } from 'zod';
import { parseJson, sha256 } from '../platform/index.js';
import { AgentForgeError, Envelope, EventBody, MAX_EVENT_BYTES, type Event } from '../schema/index.js';
import { upcast } from './upcast.js';

/** Where the chain stands: what the next record must follow. */
export interface ChainPosition {
  readonly seq: number;
  readonly hash: string;
  readonly epoch: number;
}

export const CHAIN_START: ChainPosition = { seq: 0, hash: '0'.repeat(64), epoch: 0 };

export interface SealedBatch {
  readonly events: Event[];
  /** The lines in the journal, newlines included. */
  readonly text: string;
  readonly end: ChainPosition;
}

export interface SealOptions {
  readonly at: string;
  readonly epoch: number;
  readonly secrets?: readonly string[] | undefined;
}

/** Seals events that are recorded together: each line says which part of how many it is, so that half of them never counts. */
export function sealBatch(
  bodies: readonly EventBody[],
  position: ChainPosition,
  options: SealOptions,
): SealedBatch {
  const { at, epoch, secrets } = options;
  const events: Event[] = [];
  let text = '';
  let end = position;
  for (const [index, body] of bodies.entries()) {
    const { type, ...rest } = body;
    const part = bodies.length > 1 ? { part: [index + 1, bodies.length] } : {};
    const fresh = index === 0 && secrets?.length ? { secrets: [...secrets] } : {};
    const record = { seq: end.seq + 1, at, epoch, type, ...rest, ...fresh, ...part, prev: end.hash };
    const json = JSON.stringify(record);
    const hash = sha256(json);
    text += refuseTooLong(type, `- ${json.slice(0, -1)},"hash":"${hash}"}\n`);
    end = { seq: record.seq, hash, epoch };
    events.push({ ...fresh, ...end, at, prev: record.prev, ...body });
  }
  return { events, text, end };
}

function refuseTooLong(type: string, line: string): string {
  const bytes = Buffer.byteLength(line);
  if (bytes <= MAX_EVENT_BYTES) return line;
  throw new AgentForgeError(
    'limit',
    `A ${type} record of ${bytes} bytes is over the 64 KB limit of a journal line; nothing was written.`,
  );
}

export interface Scan {
  readonly events: Event[];
  readonly end: ChainPosition;
  /** Byte offset, within what was scanned, after the last record that counts. */
  readonly goodBytes: number;
  /** What a last write that was cut short left behind. */
  readonly torn?: { readonly bytes: number };
  readonly setAside: readonly string[];
  readonly damage?: { readonly line: number; readonly message: string };
}

/** Reads lines after `from`; stops at the first damage. Records of an older writer after a newer one took over are set aside. */
export function scanJournal(data: Buffer, from: ChainPosition, firstLine = from.seq + 1): Scan {
  const lines = splitLines(data, firstLine);
  const chain = createChain(from);
  let goodBytes = 0;
  for (const [index, line] of lines.entries()) {
    const read = readLine(line, chain.end());
    if (!read.ok && !read.isSealed && isCutShort(lines.slice(index))) break;
    const why = read.ok ? chain.place(read.event, read.part, line.number) : read.why;
    if (why !== undefined)
      return {
        ...chain.settled(),
        goodBytes,
        damage: { line: line.number, message: `line ${line.number} is damaged: ${why}` },
      };
    if (!chain.isOpen()) goodBytes = line.end;
  }
  return {
    ...chain.settled(),
    goodBytes,
    ...(goodBytes === data.length ? {} : { torn: { bytes: data.length - goodBytes } }),
  };
}

interface Chain {
  end(): ChainPosition;
  /** Gives a record its place; why that is not possible otherwise. */
  place(event: Event, part: Part, line: number): string | undefined;
  /** Some but not all records of a batch have been seen. */
  isOpen(): boolean;
  /** What has been recorded whole. */
  settled(): Pick<Scan, 'events' | 'end' | 'setAside'>;
}

function createChain(from: ChainPosition): Chain {
  const events: Event[] = [];
  const setAside: string[] = [];
  let settledCount = 0;
  const endOf = (count: number): ChainPosition => {
    const { seq, hash, epoch } = events[count - 1] ?? from;
    return { seq, hash, epoch };
  };
  return {
    end: () => endOf(events.length),
    isOpen: () => settledCount !== events.length,
    settled: () => ({ events: events.slice(0, settledCount), end: endOf(settledCount), setAside }),
    place(event, part, line) {
      const position = endOf(events.length);
      if (event.epoch < position.epoch) {
        setAside.push(describeSetAside(`line ${line}`, event));
        return undefined;
      }
      const fork = follows(event, position) ? events.length : findFork(event, events, from);
      if (fork === undefined) return describeGap(event, position);
      for (const overtaken of events.splice(fork))
        setAside.push(describeSetAside(`record ${overtaken.seq}`, overtaken));
      events.push(event);
      settledCount = part.isLast ? events.length : Math.min(settledCount, fork);
      return undefined;
    },
  };
}

interface Line {
  readonly number: number;
  /** Without the newline. */
  readonly bytes: Buffer;
  readonly isWhole: boolean;
  /** Offset after the newline. */
  readonly end: number;
}

function splitLines(data: Buffer, firstLine: number): Line[] {
  const lines: Line[] = [];
  for (let offset = 0; offset < data.length;) {
    const newline = data.indexOf(10, offset);
    const isWhole = newline !== -1;
    const end = isWhole ? newline + 1 : data.length;
    lines.push({
      number: firstLine + lines.length,
      bytes: data.subarray(offset, isWhole ? newline : end),
      isWhole,
      end,
    });
    offset = end;
  }
  return lines;
}

interface Part {
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

/** A line whose own hash is right was written whole, whatever it says: it is never taken for a torn one. */
type ReadLine = { ok: true; event: Event; part: Part } | { ok: false; why: string; isSealed: boolean };

const HASH_TAIL = /,"hash":"([0-9a-f]{64})"\}$/;
const TAIL_BYTES = ',"hash":""}'.length + 64;
const Sealed = Envelope.omit({ hash: true }).extend({
  part: z.tuple([z.number().int().positive(), z.number().int().positive()]).optional(),
});

/** Whether a line is a record, whole and with its own hash right; not yet whether it has its place in the chain. */
function readLine({ bytes, isWhole }: Line, { epoch }: Pick<ChainPosition, 'epoch'>): ReadLine {
  if (!isWhole) return unsealed('it is incomplete');
  const [, hash] = HASH_TAIL.exec(bytes.toString('latin1', Math.max(0, bytes.length - TAIL_BYTES))) ?? [];
  if (hash === undefined || bytes.toString('latin1', 0, 3) !== '- {')
    return unsealed('it is not a journal record');
  const text = Buffer.concat([bytes.subarray(2, bytes.length - TAIL_BYTES), CLOSING]);
  if (sha256(text) !== hash) return unsealed('its hash does not match its content');
  return readSealed(parseJson(text.toString('utf8')), hash, epoch);
}

function readSealed(raw: unknown, hash: string, epoch: number): ReadLine {
  const envelope = Sealed.safeParse(raw);
  if (!envelope.success) return { ok: false, isSealed: true, why: 'its envelope is incomplete' };
  const { part: [index, count] = [1, 1], ...sealed } = envelope.data;
  const part = { isFirst: index === 1, isLast: index === count };
  const body = EventBody.safeParse(upcast(raw));
  if (body.success) return { ok: true, part, event: { ...sealed, hash, ...body.data } };
  // An older writer's record is set aside anyway, whatever it says.
  if (sealed.epoch < epoch) return { ok: true, part, event: { ...sealed, hash, type: 'resumed' } };
  return {
    ok: false,
    isSealed: true,
    why: `its content is not understood (${body.error.issues[0]?.path.join('.') || 'type'})`,
  };
}

function unsealed(why: string): ReadLine {
  return { ok: false, isSealed: false, why };
}

const CLOSING = Buffer.from('}');

function follows(event: Event, position: ChainPosition): boolean {
  return event.prev === position.hash && event.seq === position.seq + 1;
}

function describeGap(event: Event, position: ChainPosition): string {
  return event.seq === position.seq + 1
    ? 'it does not follow the record before it'
    : `its number is ${event.seq}, not ${position.seq + 1}`;
}

/**
 * Where a newer writer went on although an older one, stopped between looking at its lease and writing, added records after
 * the newer one had loaded: the index of the first record that was overtaken.
 */
function findFork(event: Event, events: readonly Event[], from: ChainPosition): number | undefined {
  let index = events.length;
  while (index > 0 && (events[index - 1]?.epoch ?? event.epoch) < event.epoch) {
    index--;
    if (follows(event, events[index - 1] ?? from)) return index;
  }
  return undefined;
}

function describeSetAside(where: string, { epoch }: Event): string {
  return `${where} was written by an older process (epoch ${epoch}) after a newer one took over; it is ignored`;
}

/**
 * Whether the bad line and what follows are one last write that a power cut left in pieces: a last line, or lines with zeros
 * where a page never reached the disk, and between them no beginning of another write.
 */
function isCutShort([bad, ...rest]: readonly Line[]): boolean {
  if (rest.length === 0) return true;
  if (!bad?.bytes.includes(0)) return false;
  return rest.every((line, index) => {
    const read = readLine(line, CHAIN_START);
    if (read.ok) return !read.part.isFirst;
    return !read.isSealed && (line.bytes.includes(0) || index === rest.length - 1);
  });
}
