// Turns pushed events into an async iterable; events wait until they are taken.

export class EventStream<T> implements AsyncIterable<T> {
  private readonly waiting: T[] = [];
  private ended = false;
  private wake: (() => void) | undefined;

  push(event: T): void {
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
