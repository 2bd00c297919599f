// Stores on disk and records to put into them.
import path from 'node:path';
import { nodeDisk, randomIds, sha256, systemClock, type Clock, type Disk } from '../../src/platform/index.js';
import type { EventBody } from '../../src/schema/index.js';
import { FileStateStore } from '../../src/store/index.js';

export const SPEC = 'type: custom\ngoal: try it\n';

export function firstEvent(task: string): EventBody {
  return {
    type: 'task-created',
    schema: 1,
    task,
    taskType: 'custom',
    specHash: sha256(SPEC),
    nonce: 'c0ffee00',
    firstPhase: 'init',
    limits: {},
    pins: {},
  };
}

export function told(text: string): EventBody {
  return { type: 'told', text };
}

export function openFileStore(root: string, options: { disk?: Disk; clock?: Clock } = {}): FileStateStore {
  return new FileStateStore({
    disk: nodeDisk,
    clock: systemClock,
    ids: randomIds,
    ...options,
    folder: path.join(root, '.agentforge', 'tasks'),
  });
}

export function journalOf(root: string, task: string): string {
  return path.join(root, '.agentforge', 'tasks', task, 'actions.yaml');
}

export function checkpointOf(root: string, task: string): string {
  return path.join(root, '.agentforge', 'tasks', task, 'state.yaml');
}
