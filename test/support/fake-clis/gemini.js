// Behaves as `gemini --output-format json` without a terminal is documented to.
import { readFileSync } from 'node:fs';
import { goWrong, makeNoise, readAnswer, readFlags, readInput, record, takeMode } from './fake-cli.js';

const FLAGS = { '-p': 'value', '--output-format': 'value', '-m': 'value' };

if (process.argv.includes('--version')) {
  console.log('0.61.0');
  process.exit(0);
}

const { words } = readFlags(FLAGS, (flag) => {
  console.error(`Unknown argument: ${flag.replace(/^-+/, '')}`);
  process.exit(1);
});
if (words.length > 0) process.exit(42);
const mode = takeMode();
record({
  mode,
  input: readInput(),
  settings: JSON.parse(readFileSync('.gemini/settings.json', 'utf8')),
});

const count = (input, candidates, cached, thoughts) => ({
  tokens: {
    input: input - cached,
    prompt: input,
    candidates,
    total: input + candidates + thoughts,
    cached,
    thoughts,
    tool: 0,
  },
});
const report = (more = {}, calls = 0) => ({
  session_id: '97251f06-69a8-4da5-a2e2-fadacb01861c',
  response: readAnswer(),
  stats: {
    models: { 'gemini-3.5-flash-lite': count(100, 5, 0, 0), 'gemini-3.8-pro': count(9_000, 50, 6_000, 25) },
    tools: { totalCalls: calls },
  },
  ...more,
});
const print = (value) => console.log(JSON.stringify(value, null, 2));
const fail = (exitCode, message, code = exitCode) => {
  console.error('Attempt 1 failed.\n    at async retryWithBackoff (file:///gemini.js:1:2) {\n  status: 1\n}');
  console.error(JSON.stringify({ session_id: 'x', error: { type: 'Error', message, code } }, null, 2));
  process.exitCode = exitCode;
};

const MODES = {
  ok: () => print(report()),
  noise: () => (makeNoise(), print(report()), console.log('Bye!')),
  empty: () => print(report({ response: '' })),
  tool: () => print(report({}, 2)),
  'turn-limit': () => fail(53, 'Reached max session turns'),
  'bad-input': () => fail(42, 'No input provided via stdin.'),
  'not-logged-in': () => fail(41, 'Please set an Auth method in your settings.json'),
  'bad-key': () => fail(144, 'API key not valid. Please pass a valid API key.', 400),
  'rate-limited': () => fail(173, 'You exceeded your current quota. Please retry in 2s.', 429),
  untrusted: () => {
    console.error('Gemini CLI is not running in a trusted directory.');
    process.exitCode = 55;
  },
};

if (!(await goWrong(mode))) MODES[mode]();
