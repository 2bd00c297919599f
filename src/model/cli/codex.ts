// Codex as a model: one `codex exec` turn in a read-only sandbox, without the user's configuration, rules and hooks.
import { z } from 'zod';
import { parseJson } from '../../platform/index.js';
import { toUsage } from '../price.js';
import { joinPrompt, type CliOutput, type CliReading, type CliTrouble, type CodingCli } from './contract.js';

export const codex: CodingCli = {
  name: 'codex',
  packageName: '@openai/codex',
  login: 'run `codex login`, or set CODEX_API_KEY',
  variables: ['CODEX_API_KEY', 'CODEX_HOME', 'OPENAI_API_KEY'],
  overheadTokens: 20_000,
  plan: (prompt) => ({
    args: [
      ...['exec', '--json', '-s', 'read-only', '--skip-git-repo-check', '--ephemeral'],
      ...['--ignore-user-config', '--ignore-rules'],
      // A version that does not know a feature says so and goes on.
      ...OFF.flatMap((feature) => ['-c', `features.${feature}=false`]),
      ...(prompt.model === undefined ? [] : ['-m', prompt.model]),
      '-',
    ],
    input: joinPrompt(prompt),
  }),
  read: readEvents,
};

const OFF = ['hooks', 'shell_tool', 'unified_exec'];

const Count = z.number().nonnegative().transform(Math.round).catch(0);

const Failure = z.object({ message: z.string() });

const Event = z.discriminatedUnion('type', [
  z.object({
    type: z.enum(['item.started', 'item.updated', 'item.completed']),
    item: z.object({ type: z.string(), text: z.string().optional() }),
  }),
  z.object({
    type: z.literal('turn.completed'),
    usage: z.object({
      input_tokens: Count,
      cached_input_tokens: Count,
      cache_write_input_tokens: Count,
      output_tokens: Count,
    }),
  }),
  z.object({ type: z.literal('turn.failed'), error: Failure }),
  z.object({ type: z.literal('error'), message: z.string() }),
]);
type Event = z.infer<typeof Event>;

/** What it reports as done by a tool; read-only or not, it should have answered. */
const TOOLS = new Set([
  'command_execution',
  'file_change',
  'mcp_tool_call',
  'collab_tool_call',
  'web_search',
]);

function readEvents({ stdout, stderr }: CliOutput): CliReading {
  const events = stdout.split('\n').flatMap(parseEvent);
  const trouble = findTrouble(events);
  if (trouble) return trouble;
  const turns = events.flatMap((event) => (event.type === 'turn.completed' ? [event.usage] : []));
  const texts = events.flatMap((event) =>
    event.type === 'item.completed' && event.item.type === 'agent_message' ? [event.item.text ?? ''] : [],
  );
  const usage = turns.at(-1);
  if (!usage) return { trouble: 'unreadable', said: stderr.trim() || stdout };
  return {
    text: texts.at(-1) ?? '',
    // What was read from a cache is part of the input, and reasoning of the output.
    usage: toUsage({
      input: usage.input_tokens,
      output: usage.output_tokens,
      cached: usage.cached_input_tokens,
      written: usage.cache_write_input_tokens,
    }),
  };
}

function parseEvent(line: string): Event[] {
  const event = Event.safeParse(line.startsWith('{') ? parseJson(line) : undefined);
  return event.success ? [event.data] : [];
}

/** An `error` alone is a note, such as a connection that is made again: it counts when no turn was completed after it. */
function findTrouble(events: readonly Event[]): CliTrouble | undefined {
  const tool = events.flatMap((event) =>
    'item' in event && TOOLS.has(event.item.type) ? [event.item.type] : [],
  );
  if (tool[0] !== undefined) return { trouble: 'used_tool', said: tool[0] };
  const failed = events.find((event) => event.type === 'turn.failed');
  if (failed) return { trouble: 'failed', said: failed.error.message };
  if (events.some((event) => event.type === 'turn.completed')) return undefined;
  const error = events.findLast((event) => event.type === 'error');
  return error && { trouble: 'failed', said: error.message };
}
