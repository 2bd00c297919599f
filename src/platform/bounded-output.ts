// Collects what a command prints within a fixed memory: its beginning and its end, with the middle counted and dropped.

export interface BoundedOutput {
  add(chunk: Uint8Array): void;
  /** Valid text: broken UTF-8 is replaced, and a cut never falls inside a character. */
  toText(): string;
}

export function createBoundedOutput(maxBytes: number): BoundedOutput {
  const headCap = Math.ceil(maxBytes / 2);
  const head: Uint8Array[] = [];
  const tail = createRing(maxBytes - headCap);
  let headBytes = 0;
  return {
    add(chunk) {
      const part = chunk.subarray(0, headCap - headBytes);
      if (part.length > 0) head.push(part);
      headBytes += part.length;
      tail.add(chunk.subarray(part.length));
    },
    toText() {
      const start = Buffer.concat(head);
      const end = tail.read();
      if (tail.dropped() === 0) return Buffer.concat([start, end]).toString('utf8');
      const keptStart = start.subarray(0, findHeadCut(start));
      const keptEnd = end.subarray(findTailCut(end));
      const omitted = tail.dropped() + start.length - keptStart.length + end.length - keptEnd.length;
      const before = keptStart.toString('utf8');
      const newline = before === '' || before.endsWith('\n') ? '' : '\n';
      return `${before}${newline}… ${omitted} bytes omitted …\n${keptEnd.toString('utf8')}`;
    },
  };
}

/** The last `size` bytes added. */
function createRing(size: number): { add(chunk: Uint8Array): void; read(): Buffer; dropped(): number } {
  let ring = Buffer.alloc(0);
  let total = 0;
  return {
    add(chunk) {
      if (chunk.length === 0) return;
      if (ring.length === 0) ring = Buffer.alloc(size);
      const kept = chunk.subarray(Math.max(0, chunk.length - size));
      const position = size === 0 ? 0 : (total + chunk.length - kept.length) % size;
      ring.set(kept.subarray(0, size - position), position);
      ring.set(kept.subarray(size - position), 0);
      total += chunk.length;
    },
    read() {
      if (total <= size) return ring.subarray(0, total);
      const position = total % size;
      return size === 0 ? ring : Buffer.concat([ring.subarray(position), ring.subarray(0, position)]);
    },
    dropped: () => Math.max(0, total - size),
  };
}

const NEWLINE = 0x0a;

/** A cut at a line end keeps a secret that straddles it from surviving in half; a very long line is cut inside. */
function findHeadCut(bytes: Buffer): number {
  const lineEnd = bytes.lastIndexOf(NEWLINE) + 1;
  if (lineEnd > bytes.length / 2) return lineEnd;
  let cut = bytes.length;
  while (cut > 0 && bytes.length - cut < 4 && isContinuation(bytes[cut - 1])) cut--;
  const lead = bytes[cut - 1] ?? 0;
  return lead >= 0xc0 && cut - 1 + characterLength(lead) > bytes.length ? cut - 1 : bytes.length;
}

function findTailCut(bytes: Buffer): number {
  const lineStart = bytes.indexOf(NEWLINE) + 1;
  if (lineStart > 0 && lineStart < bytes.length / 2) return lineStart;
  let cut = 0;
  while (cut < 4 && isContinuation(bytes[cut])) cut++;
  return cut;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

function characterLength(lead: number): number {
  if (lead >= 0xf0) return 4;
  return lead >= 0xe0 ? 3 : 2;
}
