import { test } from 'vitest';
import { runScript, userMessage } from '../support/run-script.js';

test('exp', async () => {
  const run = await runScript({
    files: { 'work.txt': 'TODO one\nTODO two\n', 'b.txt': 'b\n' },
    spec: {
      inputs: { target_files: [{ path: 'work.txt', status: 'to_modify' }] },
      constraints: ['never do X'],
    },
    script: [
      { action: 'read', parameters: { items: [{ path: 'work.txt' }, { path: 'b.txt' }] }, repeat: 20 },
    ],
  });
  for (const e of await run.events())
    console.log(
      e.type,
      e.type === 'step-finished'
        ? `${e.step} ${e.action} ${e.result} ${e.record.progress}`
        : e.type === 'loop-detected'
          ? `${e.rung} ${e.detection.kind}`
          : e.type === 'phase-changed'
            ? e.to
            : e.type === 'escalated'
              ? e.question.text
              : '',
    );
  console.log(run.asked[0]?.messages[0].content, '\n=====\n', userMessage(run.asked.at(-1)));
  const s = await run.state();
  console.log(s.status, s.step);
});
