// Two messages as a provider takes them, with marks where its cache should remember the beginning.
import type { LanguageModelV3CallOptions, SharedV3ProviderOptions } from '@ai-sdk/provider';
import type { ModelRequest } from '../contract.js';
import { countTools, listTools } from '../tool-list.js';
import { countTokens } from '../token-count.js';
import type { Provider } from './contract.js';

/** Remembered for five minutes unless steps take about as long as that. */
const SHORT_PACE_MS = 4 * 60_000;

export function chooseTtl(paceMs: number): '5m' | '1h' {
  return paceMs > SHORT_PACE_MS ? '1h' : '5m';
}

type Prompt = Pick<LanguageModelV3CallOptions, 'prompt' | 'tools' | 'toolChoice' | 'providerOptions'>;

/** With fewer tokens than `minimum` before it, a mark is ignored by the model. */
export function writePrompt(request: ModelRequest, provider: Provider, minimum: number): Prompt {
  const [system, user] = request.messages;
  const marks = placeMarks(request, minimum);
  const mark = (isWanted: boolean): { providerOptions?: SharedV3ProviderOptions } =>
    isWanted && provider.mark
      ? { providerOptions: provider.mark(chooseTtl(request.paceMs)) as SharedV3ProviderOptions }
      : {};
  // Parts of one message: the model reads the same text, a cache sees where it may stop.
  const parts = provider.mark ? splitAt(user.content, request.seams) : [user.content];
  const options = provider.options?.(request) as SharedV3ProviderOptions | undefined;
  return {
    prompt: [
      { role: 'system', content: system.content, ...mark(marks.system) },
      {
        role: 'user',
        content: parts.map((text, index) => ({ type: 'text', text, ...mark(marks.parts.has(index)) })),
      },
    ],
    ...(request.native ? offerTools(request) : {}),
    ...(options === undefined ? {} : { providerOptions: options }),
  };
}

function offerTools({ actions }: ModelRequest): Pick<Prompt, 'tools' | 'toolChoice'> {
  const tools = listTools(actions).map((tool) => ({
    type: 'function' as const,
    name: tool.name,
    description: tool.description,
    inputSchema: tool.inputSchema,
  }));
  return { tools, toolChoice: { type: 'required' } };
}

/**
 * Three of the four marks a provider allows: after the system message (tools stand before it), after what is constant for the
 * task, and after the last window, from where the provider looks back over the windows it knows. A mark with less before it
 * than the model remembers would be spent for nothing.
 */
function placeMarks(
  { messages: [system, user], seams, actions, native }: ModelRequest,
  minimum: number,
): { system: boolean; parts: ReadonlySet<number> } {
  const head = countTokens(system.content) + (native ? countTools(actions) : 0);
  const isLongEnough = (end: number): boolean => head + countTokens(user.content.slice(0, end)) >= minimum;
  const last = seams.length - 1;
  const wanted = [...new Set([0, last])].filter((index) => index >= 0 && isLongEnough(seams[index] ?? 0));
  return { system: head >= minimum, parts: new Set(wanted) };
}

function splitAt(text: string, seams: readonly number[]): string[] {
  const ends = [...seams, text.length];
  return ends
    .map((end, index) => text.slice(index === 0 ? 0 : ends[index - 1], end))
    .filter((part) => part !== '');
}
