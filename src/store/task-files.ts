// Where the parts of a task lie in its folder.
import path from 'node:path';
import { AgentForgeError } from '../schema/index.js';

export interface TaskFiles {
  readonly folder: string;
  readonly spec: string;
  readonly journal: string;
  readonly state: string;
  readonly lease: string;
  readonly control: string;
  readonly snapshots: string;
  readonly steps: string;
}

export function taskFiles(tasksFolder: string, task: string): TaskFiles {
  if (!/^\w[\w.-]{0,150}$/.test(task))
    throw new AgentForgeError('bad_usage', `${JSON.stringify(task)} is not a task id.`);
  const folder = path.join(tasksFolder, task);
  return {
    folder,
    spec: path.join(folder, 'task.yaml'),
    journal: path.join(folder, 'actions.yaml'),
    state: path.join(folder, 'state.yaml'),
    lease: path.join(folder, 'lease'),
    control: path.join(folder, 'control'),
    snapshots: path.join(folder, 'artifacts', 'snapshots'),
    steps: path.join(folder, 'artifacts', 'steps'),
  };
}
