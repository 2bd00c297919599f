// Brings records of older journal versions to the current shape while they are read; the file is never rewritten.

/**
 * Version 0 wrote its own names with underscores, `task-` and `message-` before some types, and knew no nonce, first phase,
 * limits or pinned files. What it lacks is derived from what it has, so that every reader derives the same.
 */
export function upcast(raw: unknown): unknown {
  if (raw === null || typeof raw !== 'object' || !('type' in raw)) return raw;
  const upgrade = FROM_VERSION_0[String(raw.type)];
  return upgrade ? upgrade(raw) : raw;
}

type Record0 = Record<string, unknown>;

const FROM_VERSION_0: Record<string, (record: Record0) => Record0> = {
  'task-created': (record) =>
    record['schema'] === 0
      ? {
          ...record,
          schema: 1,
          taskType: record['task_type'],
          specHash: record['spec_hash'],
          nonce: String(record['spec_hash']).slice(0, 8),
          firstPhase: 'init',
          limits: {},
          pins: {},
        }
      : record,
  'message-told': (record) => ({ ...record, type: 'told', text: record['message'] }),
  'task-parked': (record) => ({ ...record, type: 'parked', reason: record['why'] ?? 'parked' }),
  'task-aborted': (record) => ({ ...record, type: 'aborted', reason: record['why'] ?? 'aborted' }),
};
