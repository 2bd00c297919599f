// Telemetry as a harness uses it: nothing of it is loaded unless the configuration wants it.
import type { HarnessEvent } from '../engine/index.js';
import type { Model } from '../model/index.js';
import type { ProjectConfig } from '../schema/index.js';
import type { Telemetry } from './telemetry.js';

export function openTelemetry(level: ProjectConfig['telemetry']): Telemetry | undefined {
  if (level === 'off') return undefined;
  const opened = import('./telemetry.js').then(({ createTelemetry }) =>
    createTelemetry({ prompts: level === 'prompts' }),
  );
  return {
    traceModel: (model: Model): Model => ({
      ...model,
      decide: async (...asked) => (await opened).traceModel(model).decide(...asked),
    }),
    // Promises are settled in the order in which they were waited for, so events stay in theirs.
    listen: (event: HarnessEvent) => void opened.then((telemetry) => telemetry.listen(event)),
  };
}
