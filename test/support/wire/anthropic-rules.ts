// What Anthropic refuses in a body whose fields are all right: order, pairs of calls and results, marks.
import { toBlocks, type CountRequest, type MessageBlock, type MessagesRequest } from './anthropic-request.js';
import { toPromptBlocks } from './anthropic-prompt.js';

type Request = CountRequest & Partial<MessagesRequest>;

/** The message of the first rule that is broken. */
export function findBrokenRule(request: Request): string | undefined {
  for (const rule of [checkOrder, checkText, checkPairs, checkTools, checkThinking, checkMarks]) {
    const broken = rule(request);
    if (broken !== undefined) return broken;
  }
  return undefined;
}

function checkOrder({ messages }: Request): string | undefined {
  if (messages[0]?.role !== 'user') return 'messages: first message must use the "user" role';
  const empty = messages.findIndex(({ content }) => content.length === 0);
  if (empty >= 0) return `messages.${empty}: all messages must have non-empty content`;
  const wrong = messages.findIndex(({ role, content }) => {
    return toBlocks(content).some(
      (block) => rolesOf[block.type] !== undefined && rolesOf[block.type] !== role,
    );
  });
  if (wrong < 0) return undefined;
  return `messages.${wrong}: \`${messages[wrong]?.role}\` messages may not contain blocks of the other role`;
}

const rolesOf: Readonly<Partial<Record<MessageBlock['type'], string>>> = {
  tool_use: 'assistant',
  thinking: 'assistant',
  redacted_thinking: 'assistant',
  tool_result: 'user',
};

function checkText({ messages, system }: Request): string | undefined {
  const said = messages.flatMap(({ content }) => toBlocks(content));
  const blocks = [...said, ...(typeof system === 'object' ? system : [])];
  if (blocks.some((block) => block.type === 'text' && block.text === ''))
    return 'messages: text content blocks must be non-empty';
  const last = messages.at(-1);
  const ending = last?.role === 'assistant' ? toBlocks(last.content).at(-1) : undefined;
  return ending?.type === 'text' && /\s$/.test(ending.text)
    ? 'messages: final assistant content cannot end with trailing whitespace'
    : undefined;
}

/** Turns of one role in a row are one turn. */
function toTurns({ messages }: Request): { role: string; at: number; blocks: MessageBlock[] }[] {
  const turns: { role: string; at: number; blocks: MessageBlock[] }[] = [];
  for (const [at, { role, content }] of messages.entries()) {
    const open = turns.at(-1);
    if (open?.role === role) open.blocks.push(...toBlocks(content));
    else turns.push({ role, at, blocks: [...toBlocks(content)] });
  }
  return turns;
}

function checkPairs(request: Request): string | undefined {
  const turns = toTurns(request);
  for (const [index, turn] of turns.entries()) {
    const asked =
      turns[index - 1]?.blocks.flatMap((block) => (block.type === 'tool_use' ? [block.id] : [])) ?? [];
    const given = turn.blocks.flatMap((block) => (block.type === 'tool_result' ? [block.tool_use_id] : []));
    const open = asked.filter((id) => !given.includes(id));
    if (open.length > 0)
      return `messages.${turn.at - 1}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${open.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`;
    const [stray] = given.filter((id) => !asked.includes(id));
    if (stray !== undefined)
      return `messages.${turn.at}.content.0: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${stray}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`;
  }
  return undefined;
}

function checkTools({ tools = [], tool_choice: choice }: Request): string | undefined {
  const names = tools.map((tool) => tool.name);
  if (new Set(names).size < names.length) return 'tools: Tool names must be unique.';
  if (choice === undefined) return undefined;
  if (names.length === 0) return 'tool_choice: tool_choice may only be specified while providing tools.';
  if (choice.type === 'tool' && !names.includes(choice.name))
    return `tool_choice: Tool '${choice.name}' not found in provided tools`;
  return undefined;
}

function checkThinking(request: Request): string | undefined {
  const { thinking, tool_choice: choice, max_tokens: maxTokens, temperature } = request;
  if (thinking?.type !== 'enabled') return undefined;
  if (maxTokens !== undefined && thinking.budget_tokens >= maxTokens)
    return '`max_tokens` must be greater than `thinking.budget_tokens`.';
  if (choice !== undefined && ['any', 'tool'].includes(choice.type))
    return 'Thinking may not be enabled when tool_choice forces tool use.';
  return temperature === undefined || temperature === 1
    ? undefined
    : '`temperature` may only be set to 1 when thinking is enabled.';
}

function checkMarks(request: Request): string | undefined {
  const marks = toPromptBlocks(request).flatMap(({ mark }) => (mark === undefined ? [] : [mark]));
  if (marks.length > 4)
    return `A maximum of 4 blocks with cache_control may be provided. Found ${marks.length}.`;
  return marks.lastIndexOf('1h') > marks.indexOf('5m') && marks.includes('5m')
    ? "a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block. Note that blocks are processed in the following order: `tools`, `system`, `messages`."
    : undefined;
}
