// How much the state may hold of each thing. Everything older is in the journal.

export const CAPS = {
  recent: 12,
  records: 40,
  facts: 60,
  /** What one record of a journal may hold of facts, so that the whole of it stays under its limit. */
  factBytes: 12_000,
  memory: 24,
  names: 160,
  /** What one step adds: from what was done, and from what was seen. */
  namesUsed: 40,
  namesSeen: 30,
  plan: 12,
  notes: 20,
  told: 5,
  answers: 5,
  phaseHistory: 12,
  /** Edits that would change more files are refused, so that none is ever forgotten. */
  files: 1_000,
  seenWorkspaces: 200,
  seenContents: 300,
  blockedSignatures: 10,
  secrets: 500,
  children: 500,
  advice: 6,
  inDoubt: 20,
  readings: 6,
  controls: 50,
  summaryChars: 300,
  errorChars: 500,
} as const;

/** After this many changes a change set that is still worse is taken back. */
export const MAX_MUTATIONS_OPEN = 8;

/** The newest `max` of a list. */
export function newest<T>(items: readonly T[], max: number): T[] {
  return items.length <= max ? [...items] : items.slice(items.length - max);
}

/** Adds what is not there yet and keeps the newest. */
export function addUnique(items: readonly string[], added: readonly string[], max: number): string[] {
  const fresh = added.filter((item, index) => !items.includes(item) && added.indexOf(item) === index);
  return fresh.length === 0 ? [...items] : newest([...items, ...fresh], max);
}

/** As many from the front as fit into a record together. */
export function fitting<T>(items: readonly T[], maxBytes: number): T[] {
  let bytes = 0;
  const end = items.findIndex((item) => (bytes += Buffer.byteLength(JSON.stringify(item))) > maxBytes);
  return end === -1 ? [...items] : items.slice(0, end);
}

export function clip(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const end =
    text.charCodeAt(maxChars - 2) >= 0xd800 && text.charCodeAt(maxChars - 2) <= 0xdbff
      ? maxChars - 2
      : maxChars - 1;
  return `${text.slice(0, end)}…`;
}
