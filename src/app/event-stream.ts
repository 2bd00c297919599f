// Turns pushed events into an async iterable for any number of readers: the first one sees everything, a later one what
// happens from then on.

/** Of what nobody takes, only the newest is kept. */
const MAX_WAITING = 10_000;

interface Reader<T> {
  readonly waiting: T[];
  wake: () => void;
}

export class EventStream<T> implements AsyncIterable<T> {
  /** Holds what happens before anyone reads. */
  private unread: T[] | undefined = [];
  private readonly readers = new Set<Reader<T>>();
  private ended = false;

  push(event: T): void {
    if (this.unread) keep(this.unread, event);
    for (const reader of this.readers) {
      keep(reader.waiting, event);
      reader.wake();
    }
  }

  end(): void {
    this.ended = true;
    for (const reader of this.readers) reader.wake();
  }

  [Symbol.asyncIterator](): AsyncGenerator<T> {
    const reader: Reader<T> = { waiting: this.unread ?? [], wake: () => undefined };
    this.unread = undefined;
    this.readers.add(reader);
    return this.read(reader);
  }

  private async *read(reader: Reader<T>): AsyncGenerator<T> {
    try {
      for (;;) {
        const next = reader.waiting.shift();
        if (next !== undefined) yield next;
        else if (this.ended) return;
        else await new Promise<void>((resolve) => (reader.wake = resolve));
      }
    } finally {
      this.readers.delete(reader);
    }
  }
}

function keep<T>(waiting: T[], event: T): void {
  if (waiting.length >= MAX_WAITING) waiting.shift();
  waiting.push(event);
}
