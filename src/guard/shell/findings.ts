// Collects what is found while a command is read, once each, and knows the limits of what is read.
import { posix } from 'node:path';
import type { ShellDoubt, ShellReading, ShellSegment, ShellWrite } from '../contract.js';
import type { Field } from './field.js';
import type { ShellState } from './state.js';

const MAX_TEXTS = 50;
const MAX_SEGMENTS = 400;
const MAX_DEPTH = 20;
const HARMLESS_TARGET = /^\/dev\/(null|stdout|stderr|stdin|tty|zero|full|fd\/\d+)$/;

export class Findings {
  readonly #segments = new Map<string, ShellSegment>();
  readonly #writes = new Map<string, ShellWrite>();
  readonly #doubts = new Map<string, ShellDoubt>();
  readonly #texts = new Set<string>();
  /** Links made by the command itself, by their path. */
  readonly #links = new Map<string, string>();
  /** Copies made by the command itself: a copied interpreter is that interpreter. */
  readonly #copies = new Map<string, string>();
  /** What the command itself wrote, by path; null when what it wrote is not known. */
  readonly #contents = new Map<string, string | null>();
  #depth = 0;

  addSegment(segment: ShellSegment): void {
    this.#texts.add(segment.text);
    this.#segments.set(JSON.stringify([segment.text, segment.program, segment.args, segment.cwd]), segment);
    if (this.isFull()) this.addDoubt('unparsable', `It holds more than ${MAX_TEXTS} commands.`);
  }

  isFull(): boolean {
    return this.#texts.size > MAX_TEXTS || this.#segments.size > MAX_SEGMENTS;
  }

  addDoubt(kind: ShellDoubt['kind'], reason: string): void {
    this.#doubts.set(`${kind} ${reason}`, { kind, reason });
  }

  /** A write to whatever the field names, from every directory the shell may stand in. */
  addWrite(state: ShellState, target: Field, how: ShellWrite['how'], program: string): void {
    for (const path of this.resolve(state, target)) {
      if (path === null) {
        this.addDoubt(
          'dynamic-target',
          `What ${program} ${describe(how)} is not known: ${shorten(target.raw)}`,
        );
      }
      this.addPath(path, how, program);
    }
  }

  /** A write that is known without a word for it; null when it is any of many files. */
  addPath(path: string | null, how: ShellWrite['how'], program: string): void {
    if (path !== null && HARMLESS_TARGET.test(path)) return;
    if (path !== null && (how === 'write' || how === 'append')) this.#contents.set(path, null);
    for (const one of path === null ? [null] : this.#followLinks(path)) {
      this.#writes.set(`${how} ${program} ${one ?? ''}`, { path: one, how, program });
    }
  }

  resolve(state: ShellState, target: Field): readonly (string | null)[] {
    const { value } = target;
    if (value === null || value === '' || value.includes('\0')) return [null];
    if (value.startsWith('/')) return [posix.normalize(value)].map(dropSlash);
    return state.cwds?.map((cwd) => dropSlash(posix.resolve(cwd, value))) ?? [null];
  }

  addLink(link: string, target: string): void {
    this.#links.set(link, target);
  }

  addCopy(copy: string, source: string): void {
    this.#copies.set(copy, source);
  }

  /** What a path is once the links and copies that the command itself makes are there. */
  findOrigin(path: string): string {
    const target = this.#followLinks(path).at(-1) ?? path;
    return this.#copies.get(target) ?? target;
  }

  addContent(path: string, text: string | null): void {
    this.#contents.set(path, text);
  }

  findContent(path: string): string | null | undefined {
    return this.#contents.get(path);
  }

  /** Runs what is one level deeper; not at all, with a doubt, when that is too deep. */
  descend<T>(read: () => T, otherwise: T): T {
    if (this.#depth >= MAX_DEPTH || this.isFull()) {
      this.addDoubt('unparsable', `It is nested more than ${MAX_DEPTH} levels deep or too long to be read.`);
      return otherwise;
    }
    this.#depth += 1;
    try {
      return read();
    } finally {
      this.#depth -= 1;
    }
  }

  toReading(command: string): ShellReading {
    return {
      command,
      segments: [...this.#segments.values()],
      writes: [...this.#writes.values()],
      doubts: [...this.#doubts.values()],
    };
  }

  #followLinks(path: string): readonly string[] {
    const seen = [path];
    for (const [link, target] of this.#links) {
      const last = seen.at(-1) ?? path;
      if (last === link || last.startsWith(`${link}/`)) seen.push(target + last.slice(link.length));
    }
    return [...new Set(seen)];
  }
}

export function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 80 ? `${line.slice(0, 77)}…` : line;
}

function describe(how: ShellWrite['how']): string {
  return { write: 'writes', append: 'appends to', delete: 'deletes', move: 'moves', mode: 'changes' }[how];
}

function dropSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}
