// `models` and `doctor`: which models can be used here, and whether one answers.
import { createModel, listModels, loadConfig, probeModel, type Probe } from '../app/index.js';
import { describeWait } from '../model/index.js';
import { AgentForgeError } from '../schema/index.js';
import { projectFolder, type Globals } from './globals.js';
import { untilInterrupted } from './interrupt.js';
import { note, paint, print, printJson, table } from './output.js';

export async function models(globals: Globals): Promise<void> {
  const { model, providers } = loadConfig(projectFolder(globals));
  const places = await listModels({ environment: process.env, providers });
  if (globals.json) return places.forEach((place) => printJson(place));
  print(
    table(
      ['MODEL', 'STATE', ''],
      places.map(({ name, state, detail, models: named = [] }) => [
        name,
        paint(state === 'ready' ? 'green' : 'dim', state),
        named.length === 0 ? detail : `${detail}: ${named.slice(0, 5).join(', ')}`,
      ]),
    ),
  );
  note(
    model === undefined
      ? 'Name one with --model, or `model:` in .agentforge/config.yaml.'
      : `This project uses ${model}.`,
  );
}

export async function doctor(
  globals: Globals,
  options: { readonly model?: string },
  what?: string,
): Promise<void> {
  if (what !== undefined)
    throw new AgentForgeError('bad_usage', `doctor looks at hooks or a model, not at ${what}.`);
  const { model: configured, providers, usdPerDay } = loadConfig(projectFolder(globals));
  const name = options.model ?? configured;
  if (name === undefined)
    throw new AgentForgeError('bad_usage', 'Name the model to ask: `agentforge doctor --model NAME`.');
  const model = createModel(name, {
    environment: process.env,
    providers,
    usdPerDay,
  });
  if (model.waits)
    throw new AgentForgeError('bad_usage', `${name} waits for replies; there is nothing to ask.`);
  const probe = await untilInterrupted('Stopping.', (signal) =>
    probeModel(model, signal, (why, waitMs) => note(`waiting ${describeWait(why, waitMs)}`)),
  );
  if (globals.json) printJson(probe);
  else print(describe(probe));
  if (!probe.ok) process.exitCode = 1;
}

function describe({ model, ok, problem, tokens, costUsd }: Probe): string {
  const spent = tokens ? ` (${tokens.in} tokens in, ${tokens.out} out, ${describeCost(costUsd)})` : '';
  return ok ? `${model} answers as it must${spent}.` : `${model}: ${problem ?? 'no answer'}${spent}`;
}

function describeCost(costUsd: number | null | undefined): string {
  return costUsd === null || costUsd === undefined ? 'price unknown' : `$${costUsd.toFixed(4)}`;
}
