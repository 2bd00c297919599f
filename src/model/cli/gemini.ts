// Gemini CLI as a model: one headless call in a folder whose settings take its tools, hooks and MCP servers away.
import { z } from 'zod';
import { toUsage } from '../price.js';
import { joinPrompt, type CliOutput, type CliReading, type CliTrouble, type CodingCli } from './contract.js';
import { findJson } from './find-json.js';

export const gemini: CodingCli = {
  name: 'gemini',
  packageName: '@google/gemini-cli',
  login: 'run `gemini` and log in, or set GEMINI_API_KEY',
  variables: [
    'GEMINI_API_KEY',
    'GEMINI_CLI_HOME',
    'GOOGLE_API_KEY',
    'GOOGLE_APPLICATION_CREDENTIALS',
    'GOOGLE_CLOUD_LOCATION',
    'GOOGLE_CLOUD_PROJECT',
    'GOOGLE_GEMINI_BASE_URL',
    'GOOGLE_GENAI_USE_GCA',
    'GOOGLE_GENAI_USE_VERTEXAI',
  ],
  // Our own folder, with the settings below and nothing else in it: only where it is trusted are they read.
  fixed: { GEMINI_CLI_TRUST_WORKSPACE: 'true' },
  overheadTokens: 15_000,
  plan: (prompt) => ({
    // Its own prompt is added behind the one on standard input.
    args: ['-p', '', '--output-format', 'json', ...(prompt.model === undefined ? [] : ['-m', prompt.model])],
    input: joinPrompt(prompt),
    files: { 'work/.gemini/settings.json': JSON.stringify(SETTINGS) },
  }),
  read: readReport,
};

/** Read only where the folder is trusted; elsewhere the CLI does not answer at all. */
const SETTINGS = {
  hooksConfig: { enabled: false },
  tools: { core: [] },
  mcp: { allowed: [] },
};

const Count = z.number().nonnegative().transform(Math.round).catch(0);

const Tokens = z.object({ prompt: Count, candidates: Count, cached: Count, thoughts: Count, tool: Count });
type Tokens = z.infer<typeof Tokens>;

const Report = z
  .object({
    response: z.string().nullish(),
    error: z.object({ message: z.string(), code: z.union([z.number(), z.string()]).optional() }).optional(),
    stats: z
      .object({
        models: z.record(z.string(), z.object({ tokens: Tokens })).default({}),
        tools: z.object({ totalCalls: Count }).optional(),
      })
      .optional(),
  })
  .refine(({ response, error }) => response !== undefined || error !== undefined);
type Report = z.infer<typeof Report>;

const TURN_LIMIT = 53;
const UNTRUSTED = 55;

function readReport(output: CliOutput): CliReading {
  const { stdout, stderr, exitCode } = output;
  if (exitCode === UNTRUSTED) return { trouble: 'untrusted', said: stderr };
  if (exitCode === TURN_LIMIT) return { trouble: 'used_tool', said: 'turn limit' };
  // What went wrong is reported on standard error, below its story.
  const report = findJson(stdout, Report) ?? findJson(stderr, Report);
  return report ? readAnswer(report) : { trouble: 'unreadable', said: stderr.trim() || stdout };
}

function readAnswer(report: Report): CliReading {
  const models = Object.entries(report.stats?.models ?? {});
  const [main] = models.sort(([, a], [, b]) => b.tokens.prompt - a.tokens.prompt);
  return findTrouble(report) ?? { text: report.response ?? '', usage: sumUsage(report), model: main?.[0] };
}

function findTrouble({ error, stats }: Report): CliTrouble | undefined {
  if (error) {
    const status = Number(error.code);
    return { trouble: 'failed', said: error.message, status: status >= 400 ? status : undefined };
  }
  return stats?.tools && stats.tools.totalCalls > 0 ? { trouble: 'used_tool', said: 'a tool' } : undefined;
}

/** Over all models: one may only have chosen the other. `prompt` holds what was cached, thoughts are paid as output. */
function sumUsage({ stats }: Report): ReturnType<typeof toUsage> {
  const models = Object.values(stats?.models ?? {});
  const sum = (key: keyof Tokens): number => models.reduce((total, { tokens }) => total + tokens[key], 0);
  return toUsage({
    input: sum('prompt') + sum('tool'),
    output: sum('candidates') + sum('thoughts'),
    cached: sum('cached'),
  });
}
