import { expect, test } from 'vitest';
import { recordRun, findViolations } from './power-cut.js';
import { crashStates, cutAt, describe as say } from './durability.js';
test('probe', async () => {
  const run = await recordRun();
  console.log(run.ending, run.createdAt, run.history.operations.length);
  console.log(run.history.operations.map((o, i) => `${i} ${say(o)} ${'to' in o ? o.to : ''} ${cutAt(run.history, i + 1).loose.length}`).join('\n'));
  let n = 0;
  for (let k = 0; k <= run.history.operations.length; k++) n += [...crashStates(run.history, k, { singles: 6 })].length;
  console.log('states', n);
  const t = Date.now();
  const states = [];
  for (let k = 0; k <= run.history.operations.length; k++) for (const state of crashStates(run.history, k, { singles: 0 })) if (state.name.endsWith('is kept')) states.push({ state, length: k });
  const v = await findViolations(run, states);
  console.log(states.length, (Date.now() - t) / states.length, v);
}, 600000);
