// Behaves as `claude -p --output-format json` is documented to.
import { readFileSync } from 'node:fs';
import { goWrong, makeNoise, readAnswer, readFlags, readInput, record, takeMode } from './fake-cli.js';

const FLAGS = {
  '-p': 'alone',
  '--output-format': 'value',
  '--tools': 'value',
  '--strict-mcp-config': 'alone',
  '--setting-sources': 'value',
  '--settings': 'value',
  '--no-session-persistence': 'alone',
  '--max-turns': 'value',
  '--system-prompt-file': 'value',
  '--model': 'value',
};

if (process.argv.includes('--version')) {
  console.log('2.1.197 (Claude Code)');
  process.exit(0);
}

const { given } = readFlags(FLAGS, (flag) => {
  console.error(`error: unknown option '${flag}'`);
  process.exit(1);
});
const mode = takeMode();
record({ mode, input: readInput(), system: readFileSync(given.get('--system-prompt-file'), 'utf8') });

const RESULT = {
  type: 'result',
  subtype: 'success',
  is_error: false,
  api_error_status: null,
  num_turns: 1,
  result: readAnswer(),
  stop_reason: 'end_turn',
  session_id: '8acf16f8-4dc1-4567-b7e3-2b9e33b1e457',
  total_cost_usd: 0.0125,
  usage: {
    input_tokens: 10,
    cache_creation_input_tokens: 200,
    cache_read_input_tokens: 3_000,
    output_tokens: 40,
  },
  modelUsage: {
    'claude-haiku-4-5': {
      inputTokens: 5,
      outputTokens: 1,
      cacheReadInputTokens: 0,
      cacheCreationInputTokens: 0,
      costUSD: 0.0005,
    },
    'claude-opus-4-8': {
      inputTokens: 10,
      outputTokens: 40,
      cacheReadInputTokens: 3_000,
      cacheCreationInputTokens: 200,
      costUSD: 0.012,
    },
  },
  permission_denials: [],
};

const NO_USAGE = { total_cost_usd: 0, modelUsage: {} };
const RESULTS = {
  ok: RESULT,
  noise: RESULT,
  slow: RESULT,
  'no-cost': { ...RESULT, total_cost_usd: undefined, modelUsage: undefined },
  empty: { ...RESULT, result: '' },
  'cut-off': { ...RESULT, stop_reason: 'max_tokens' },
  'max-turns': {
    ...RESULT,
    subtype: 'error_max_turns',
    result: undefined,
    errors: ['Reached maximum turns'],
  },
  'is-error': {
    ...RESULT,
    is_error: true,
    result: 'API Error: 500 Internal server error',
    api_error_status: 500,
  },
  'not-logged-in': { ...RESULT, ...NO_USAGE, is_error: true, result: 'Not logged in · Please run /login' },
  'rate-limited': {
    ...RESULT,
    ...NO_USAGE,
    is_error: true,
    api_error_status: 429,
    result: 'API Error: 429 rate_limit_error',
  },
  'plan-limit': {
    ...RESULT,
    ...NO_USAGE,
    is_error: true,
    result: "You've hit your limit · resets 3am (UTC)",
  },
  'too-long': { ...RESULT, ...NO_USAGE, is_error: true, api_error_status: 400, result: 'Prompt is too long' },
  'no-model': {
    ...RESULT,
    ...NO_USAGE,
    is_error: true,
    api_error_status: 404,
    result: "There's an issue with the selected model (x).",
  },
  'exit-2': RESULT,
};

if (!(await goWrong(mode))) {
  if (mode === 'noise') makeNoise();
  if (mode === 'slow') await new Promise((resolve) => setTimeout(resolve, 300));
  console.log(JSON.stringify(RESULTS[mode]));
  if (mode === 'noise') console.log('Bye!');
  process.exitCode = mode === 'exit-2' ? 2 : Number(RESULTS[mode].is_error);
}
