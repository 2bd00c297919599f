// One of many processes that make calls under a shared limit: `limited-worker.js '{url, key, calls, file, minuteMs}'`.
import { createLimiter, createProviderModel, findProvider, openSharedFile } from '../../dist/model/index.js';
import { nodeDisk, randomIds, systemClock, systemPause } from '../../dist/platform/index.js';

const { url, key, calls, file, minuteMs, words } = JSON.parse(process.argv[2] ?? '{}');
const timing = { clock: systemClock, pause: systemPause, ids: randomIds };
const known = findProvider('anthropic', { url });
if (!known) throw new Error('There is no such provider.');
const model = createProviderModel({
  provider: known.provider,
  model: 'claude-sonnet-4-5',
  apiKey: key,
  baseUrl: url,
  calls: true,
  cacheMinimum: 1_000_000,
  maxOutputTokens: 1_000,
  timeoutMs: 60_000,
  ...timing,
  limiter: createLimiter({
    shared: openSharedFile({ file, disk: nodeDisk, ...timing }),
    tokensTogether: false,
    minuteMs,
    ...timing,
  }),
});
process.send?.('ready');
await new Promise((resolve) => process.once('message', resolve));
let broken = 0;
for (let step = 1; step <= calls; step++) {
  const reply = await model.decide(
    {
      task: `limited-${process.pid}`,
      step,
      attempt: 0,
      replies: step - 1,
      contextHash: '',
      messages: [
        { role: 'system', content: 'You work under a limit.' },
        { role: 'user', content: `step ${step} of ${process.pid}: ${'word '.repeat(words)}` },
      ],
      seams: [],
      paceMs: 0,
      actions: [{ name: 'read', description: 'Look.', parameters: { type: 'object', properties: {} } }],
      native: true,
      fence: '',
    },
    new AbortController().signal,
  );
  broken += reply.broken?.calls ?? 0;
}
process.send?.({ broken });
process.disconnect();
