// Writes the journal of version 0 that is kept in test/fixtures/journal-v0: the chain is the same, the records are older.
import { sha256 } from '../../src/platform/index.js';

export const SPEC_V0 = 'type: custom\ngoal: an old task\n';

const RECORDS: readonly Readonly<Record<string, unknown>>[] = [
  { type: 'task-created', schema: 0, task: 'old-1', task_type: 'custom', spec_hash: sha256(SPEC_V0) },
  { type: 'message-told', message: 'mind the gap' },
  { type: 'task-parked', why: 'lunch' },
  { type: 'resumed' },
  { type: 'task-aborted', why: 'no longer wanted' },
];

export function writeJournalV0(): string {
  let prev = '0'.repeat(64);
  return RECORDS.map((record, index) => {
    const json = JSON.stringify({
      seq: index + 1,
      at: `2025-03-01T12:00:0${index}.000Z`,
      epoch: index < 3 ? 1 : 2,
      ...record,
      prev,
    });
    prev = sha256(json);
    return `- ${json.slice(0, -1)},"hash":"${prev}"}\n`;
  }).join('');
}
