// What the stand-ins for coding CLIs share: strict flags, a record of each call, and the ways in which a program can go wrong.
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Where the test says how to behave, and reads what happened. */
const folder = process.env['FAKE_CLI_FOLDER'];

/**
 * @param {Record<string, 'alone' | 'value'>} flags those that are known; a value follows or does not.
 * @param {(flag: string) => void} refuse says so as the real one does.
 */
export function readFlags(flags, refuse) {
  const given = new Map();
  const words = [];
  const rest = process.argv.slice(2);
  while (rest.length > 0) {
    const word = rest.shift();
    if (!word.startsWith('-') || word === '-') words.push(word);
    else if (!(word in flags)) refuse(word);
    else given.set(word, flags[word] === 'value' ? takeValue(word, rest, refuse) : true);
  }
  return { given, words };
}

function takeValue(word, rest, refuse) {
  if (rest.length === 0) refuse(word);
  return rest.shift();
}

export function readInput() {
  return readFileSync(0, 'utf8');
}

/** Each call takes the next mode; the last one stays. */
export function takeMode() {
  const file = path.join(folder, 'modes');
  const [mode = 'ok', ...later] = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  if (later.length > 0) writeFileSync(file, later.join('\n'));
  return mode;
}

export function readAnswer() {
  const file = path.join(folder, 'answer');
  return existsSync(file) ? readFileSync(file, 'utf8') : 'PONG';
}

export function record(seen) {
  const call = {
    args: process.argv.slice(2),
    folder: process.cwd(),
    files: readdirSync('.', { recursive: true }).sort(),
    environment: process.env,
    ...seen,
  };
  appendFileSync(path.join(folder, 'calls'), `${JSON.stringify(call)}\n`);
}

/** Modes that have nothing to do with which CLI it is; true when the mode was one of them. */
export async function goWrong(mode) {
  const wrong = WRONG[mode];
  if (wrong) await wrong();
  return wrong !== undefined;
}

const WRONG = {
  broken: () => process.stdout.write('{"type":"result","subty'),
  'exit-1': () => {
    process.stderr.write('Something is not right here.\n');
    process.exitCode = 1;
  },
  silent: () => {
    process.exitCode = 1;
  },
  killed: async () => {
    process.kill(process.pid, 'SIGKILL');
    await new Promise(() => setInterval(() => {}, 1_000));
  },
  hang: async () => {
    const child = spawn('sleep', ['1000'], { stdio: 'inherit' });
    writeFileSync(path.join(folder, 'grandchild'), String(child.pid));
    await new Promise(() => setInterval(() => {}, 1_000));
  },
  huge: async () => {
    const line = `${'x'.repeat(99_999)}\n`;
    for (let count = 0; count < 200; count++)
      await new Promise((resolve) => process.stdout.write(line, resolve));
  },
};

export function makeNoise() {
  process.stderr.write('Warning: a terminal with more colours is recommended.\n{"level":"warn"}\n');
  process.stdout.write('A new version is available!\n{"not":"the answer"}\n');
}
