// Reads what an untrusted JSON value holds, without trusting its shape.
import type { Fields, HookEvent } from './call.js';

export function toFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

/** The first of these keys that holds a text. */
export function readText(fields: Fields, ...keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (typeof value === 'string') return value;
  }
  return undefined;
}

export function readFlag(fields: Fields, ...keys: readonly string[]): boolean {
  return keys.some((key) => Object.hasOwn(fields, key) && (fields[key] === true || fields[key] === 'true'));
}

export function findEvent(name: string, events: Readonly<Record<string, HookEvent>>): HookEvent {
  return Object.hasOwn(events, name) ? (events[name] ?? 'other') : 'other';
}

export function isStop(event: HookEvent): boolean {
  return event === 'stop' || event === 'subagent-stop';
}

/** A tool's input; Cursor hands some over as text. */
export function readInput(value: unknown): Fields {
  if (typeof value !== 'string') return toFields(value);
  try {
    return toFields(JSON.parse(value));
  } catch {
    return { input: value };
  }
}
