// Turns pushed events into an async iterable; events wait until they are taken, the newest ones if nobody takes any.

const MAX_WAITING = 10_000;

export class EventStream<T> implements AsyncIterable<T> {
  private readonly waiting: T[] = [];
  private ended = false;
  private wake: (() => void) | undefined;

  push(event: T): void {
    if (this.waiting.length >= MAX_WAITING) this.waiting.shift();
    this.waiting.push(event);
    this.wake?.();
  }

  end(): void {
    this.ended = true;
    this.wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for (;;) {
      const next = this.waiting.shift();
      if (next !== undefined) yield next;
      else if (this.ended) return;
      else await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }
}
