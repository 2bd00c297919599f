// Claude Code as a model: `claude -p` without tools, hooks, MCP servers or a saved session.
import { z } from 'zod';
import { toUsage } from '../price.js';
import type { CliOutput, CliReading, CliTrouble, CodingCli } from './contract.js';
import { findJson } from './find-json.js';

export const claude: CodingCli = {
  name: 'claude',
  packageName: '@anthropic-ai/claude-code',
  login: 'run `claude` and log in with /login, or set ANTHROPIC_API_KEY',
  variables: [
    'ANTHROPIC_API_KEY',
    'ANTHROPIC_AUTH_TOKEN',
    'ANTHROPIC_BASE_URL',
    'CLAUDE_CODE_OAUTH_TOKEN',
    'CLAUDE_CONFIG_DIR',
  ],
  // Without the user's CLAUDE.md, skills and plugins; a version that does not know it goes without.
  fixed: { CLAUDE_CODE_SAFE_MODE: '1', CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' },
  overheadTokens: 1_000,
  plan: ({ system, user, model, folder }) => ({
    args: [
      ...['-p', '--output-format', 'json', '--tools', '', '--strict-mcp-config'],
      // The user's settings say how they log in; their hooks stay out.
      ...['--setting-sources', 'user', '--settings', '{"disableAllHooks":true}'],
      ...['--no-session-persistence', '--max-turns', '1'],
      ...['--system-prompt-file', `${folder}/${SYSTEM_FILE}`],
      ...(model === undefined ? [] : ['--model', model]),
    ],
    input: user,
    files: { [SYSTEM_FILE]: system },
  }),
  read: readResult,
};

const SYSTEM_FILE = 'system.md';

const Count = z.number().nonnegative().transform(Math.round).catch(0);

const ModelUsage = z.object({
  inputTokens: Count,
  outputTokens: Count,
  cacheReadInputTokens: Count,
  cacheCreationInputTokens: Count,
});
type ModelUsage = z.infer<typeof ModelUsage>;

const OwnUsage = z
  .object({
    input_tokens: Count,
    output_tokens: Count,
    cache_read_input_tokens: Count,
    cache_creation_input_tokens: Count,
  })
  .transform((usage): ModelUsage => ({
    inputTokens: usage.input_tokens,
    outputTokens: usage.output_tokens,
    cacheReadInputTokens: usage.cache_read_input_tokens,
    cacheCreationInputTokens: usage.cache_creation_input_tokens,
  }));

const Result = z.object({
  type: z.literal('result'),
  subtype: z.string(),
  is_error: z.boolean(),
  result: z.string().optional(),
  errors: z.array(z.string()).optional().catch(undefined),
  stop_reason: z.string().nullish(),
  api_error_status: z.number().nullish(),
  total_cost_usd: z.number().nonnegative().nullish(),
  usage: OwnUsage.optional(),
  modelUsage: z.record(z.string(), ModelUsage).default({}),
});
type Result = z.infer<typeof Result>;

function readResult({ stdout, stderr }: CliOutput): CliReading {
  const result = findJson(stdout, Result);
  if (!result) return { trouble: 'unreadable', said: stderr.trim() || stdout };
  const trouble = findTrouble(result);
  if (trouble) return trouble;
  const [model] = Object.entries(result.modelUsage).sort(([, a], [, b]) => b.outputTokens - a.outputTokens);
  return {
    text: result.result ?? '',
    usage: sumUsage(result),
    costUsd: result.total_cost_usd ?? undefined,
    model: model?.[0],
  };
}

/** A subtype of `success` is no promise: not being logged in comes with it too. */
function findTrouble(result: Result): CliTrouble | undefined {
  const { subtype, is_error: isError, stop_reason: stop, api_error_status: status } = result;
  if (stop === 'max_tokens') return { trouble: 'cut_off', said: 'max_tokens' };
  // Its only turn is the answer: whoever needs another one wanted a tool.
  if (subtype === 'error_max_turns' || stop === 'tool_use') return { trouble: 'used_tool', said: subtype };
  if (subtype === 'success' && !isError) return undefined;
  const said = [result.result, ...(result.errors ?? [])].filter(Boolean).join(' ');
  return { trouble: 'failed', said: said || subtype, status: status ?? undefined };
}

/** By model where that is told, because it counts everything; what is read and written is not part of the plain input. */
function sumUsage({ modelUsage, usage }: Result): ReturnType<typeof toUsage> {
  const models = Object.values(modelUsage);
  const counted = models.length > 0 ? models : usage ? [usage] : [];
  const sum = (key: keyof ModelUsage): number => counted.reduce((total, one) => total + one[key], 0);
  const cached = sum('cacheReadInputTokens');
  const written = sum('cacheCreationInputTokens');
  return toUsage({
    input: sum('inputTokens') + cached + written,
    output: sum('outputTokens'),
    cached,
    written,
  });
}
