// Behaves as `codex exec --json` is documented to.
import { goWrong, makeNoise, readAnswer, readFlags, readInput, record, takeMode } from './fake-cli.js';

const FLAGS = {
  '--json': 'alone',
  '-s': 'value',
  '--skip-git-repo-check': 'alone',
  '--ephemeral': 'alone',
  '--ignore-user-config': 'alone',
  '--ignore-rules': 'alone',
  '-c': 'value',
  '-m': 'value',
};

if (process.argv.includes('--version')) {
  console.log('codex-cli 0.166.0');
  process.exit(0);
}

const { given, words } = readFlags(FLAGS, (flag) => {
  console.error(`error: unexpected argument '${flag}' found`);
  process.exit(2);
});
if (words.join(' ') !== 'exec -' || !given.get('--json')) process.exit(2);
const mode = takeMode();
record({ mode, input: readInput() });

const print = (event) => console.log(JSON.stringify(event));
const say = (text) => print({ type: 'item.completed', item: { id: 'item_1', type: 'agent_message', text } });
const fail = (message) => {
  print({ type: 'error', message: `Reconnecting... 5/5 (${message})` });
  print({ type: 'turn.failed', error: { message } });
  process.exitCode = 1;
};
const complete = () =>
  print({
    type: 'turn.completed',
    usage: {
      input_tokens: 5_000,
      cached_input_tokens: 4_000,
      cache_write_input_tokens: 100,
      output_tokens: 60,
      reasoning_output_tokens: 20,
    },
  });
const use = (item) => print({ type: 'item.started', item: { id: 'item_0', status: 'in_progress', ...item } });

const MODES = {
  ok: () => (say('Let me think.'), say(readAnswer())),
  noise: () => {
    makeNoise();
    print({ type: 'error', message: 'Reconnecting... 2/5 (stream disconnected)' });
    print({
      type: 'item.completed',
      item: { id: 'item_0', type: 'error', message: 'A setting is ignored.' },
    });
    print({ type: 'something.new', detail: 1 });
    say(readAnswer());
  },
  empty: () => {},
  tool: () => (use({ type: 'command_execution', command: 'ls' }), say(readAnswer())),
  'file-change': () => (use({ type: 'file_change', changes: [] }), say(readAnswer())),
};
const FAILURES = {
  'not-logged-in': 'unexpected status 401 Unauthorized: Missing bearer authentication in header',
  'rate-limited': 'exceeded retry limit, last status: 429 Too Many Requests',
  'told-to-wait': 'Rate limit reached for gpt-5. Please try again in 1.5s.',
  'plan-limit': "You've hit your usage limit. Try again in 3 days 4 hours.",
  'no-model': 'The requested model nope does not exist.',
  disconnected: 'stream disconnected before completion',
};

if (!(await goWrong(mode))) {
  print({ type: 'thread.started', thread_id: '01a1e19d-e397-7342-a4ad-b6efd61533e1' });
  print({ type: 'turn.started' });
  if (mode === 'unfinished') print({ type: 'error', message: 'Reconnecting... waiting for network' });
  else if (mode in FAILURES) fail(FAILURES[mode]);
  else {
    MODES[mode]();
    complete();
  }
}
