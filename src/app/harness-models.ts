// The models of one harness: each made when it is first asked for, traced where the configuration wants it.
import type { Runtime } from '../engine/index.js';
import { createInboxModel, type Model } from '../model/index.js';
import type { ProjectConfig } from '../schema/index.js';
import type { ModelSurroundings } from './api-model.js';
import { createModel, createModelChooser } from './models.js';
import type { Telemetry } from './telemetry.js';

export interface HarnessModels extends Pick<Runtime, 'modelFor'> {
  /** Only when it is needed: a wrong name in the configuration must not keep anyone from looking at tasks. */
  main(): Model;
}

export interface HarnessModelsOptions {
  /** Whoever names a model means all of it; otherwise the configuration may name others for some phases. */
  readonly named: Model | string | undefined;
  readonly config: ProjectConfig;
  readonly environment: ModelSurroundings['environment'];
  readonly telemetry: Telemetry | undefined;
}

export function openModels({ named, config, environment, telemetry }: HarnessModelsOptions): HarnessModels {
  const surroundings = { environment, providers: config.providers, usdPerDay: config.usdPerDay };
  const traced = (model: Model): Model => telemetry?.traceModel(model) ?? model;
  let main: Model | undefined;
  return {
    main: () => (main ??= traced(resolve(named ?? config.model, surroundings))),
    modelFor: named === undefined ? createModelChooser(config.models, surroundings, traced) : undefined,
  };
}

function resolve(model: Model | string | undefined, surroundings: ModelSurroundings): Model {
  if (model === undefined) return createInboxModel();
  return typeof model === 'string' ? createModel(model, surroundings) : model;
}
