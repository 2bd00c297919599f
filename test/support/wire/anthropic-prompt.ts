// An Anthropic prompt as the cache sees it: tools, then system, then messages, each block with its mark.
import { toBlocks, type CountRequest, type MessageBlock } from './anthropic-request.js';
import type { CacheTtl, PromptBlock } from './prefix-cache.js';
import { estimateTokens, tokensAroundBlock, tokensBeforeTools } from './token-estimate.js';

interface Marked {
  readonly type?: string | undefined;
  readonly cache_control?: { readonly ttl?: CacheTtl | undefined } | null | undefined;
}

export function toPromptBlocks(request: CountRequest): PromptBlock[] {
  const { tools = [], system = [], messages } = request;
  const texts = typeof system === 'string' ? [{ type: 'text', text: system }] : system;
  // A change of these leaves tools and system readable, and nothing of the messages.
  const mode = JSON.stringify([request.tool_choice, request.thinking, request.output_config?.effort]);
  const blocks = [
    ...tools.map((tool, at) => toPromptBlock('tool', tool, at === 0 ? tokensBeforeTools : 0)),
    ...texts.map((text) => toPromptBlock('system', text)),
    ...messages.flatMap(({ role, content }) => {
      return toBlocks(content).map((block) => toPromptBlock(`${role} ${mode}`, block));
    }),
  ];
  return request.cache_control == null ? blocks : markLast(blocks, request.cache_control.ttl ?? '5m');
}

export function textOfBlock(block: MessageBlock): string {
  if (block.type === 'text') return block.text;
  if (block.type === 'tool_use') return JSON.stringify(block.input);
  if (block.type !== 'tool_result') return '';
  const { content = '' } = block;
  return typeof content === 'string' ? content : content.map(textOfBlock).join('\n');
}

function toPromptBlock(place: string, block: Marked, extraTokens = 0): PromptBlock {
  const { cache_control: mark, ...content } = block;
  const text = JSON.stringify(content);
  return {
    content: `${place} ${text}`,
    tokens: estimateTokens(text) + tokensAroundBlock + extraTokens,
    mark: mark == null ? undefined : (mark.ttl ?? '5m'),
  };
}

/** The mark of the whole request stands at the end of the prompt and is one of the four. */
function markLast(blocks: PromptBlock[], ttl: CacheTtl): PromptBlock[] {
  return blocks.map((block, at) =>
    at === blocks.length - 1 ? { ...block, mark: block.mark ?? ttl } : block,
  );
}
