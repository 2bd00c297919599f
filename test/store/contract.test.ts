// The contract suite on every store there is.
import { afterAll } from 'vitest';
import { randomIds } from '../../src/platform/index.js';
import { MemoryStateStore } from '../../src/store/index.js';
import { describeStore } from './contract.js';
import { makeFolder, removeFolders } from './folders.js';
import { openFileStore } from './tasks.js';

afterAll(removeFolders);

describeStore('store on disk', (clock) => openFileStore(makeFolder('contract'), { clock }));
describeStore('store in memory', (clock) => new MemoryStateStore({ clock, ids: randomIds }));
