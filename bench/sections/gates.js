// What the standard guards would say to the shell commands of recorded runs, nearly all of which were harmless.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  compilePolicy,
  createPolicyGuards,
  evaluate,
  loadBuiltinGuards,
  readShell,
} from '../../dist/guard/index.js';
import { readOptions } from '../lib/options.js';
import { atMost, createReport } from '../lib/report.js';

/** Actions of the recorded agents that are shell commands. */
const SHELL =
  /^(?:bash|execute_bash|run_shell_command|shell|mcp__sandbox__sandbox_run|python|cd|grep|ls|find|echo|javac|java|mvn|pip|mkdir|django-admin|command)$/;
/** Where most recorded runs happened; nothing of it is there. */
const USUAL_ROOT = '/testbed';
const HOME = '/home/dev';

const { json, corpus } = readOptions();
const report = createReport({ section: 'gates', json });
if (existsSync(corpus)) await measure();
else report.say(`\ngates: skipped, because ${corpus} does not exist.`);

async function measure() {
  const policy = compilePolicy({ builtin: loadBuiltinGuards(), profile: 'standard' });
  let commands = 0;
  /** @type {string[][]} */
  const objected = [];
  for (const file of readdirSync(corpus).filter((name) => name.endsWith('.jsonl'))) {
    const lines = readLines(path.join(corpus, file));
    const root = guessRoot(lines);
    const guards = createPolicyGuards(policy, { root, home: HOME });
    /** What the agent of this run made itself. @type {Set<string>} */
    const made = new Set();
    for (const line of lines) {
      const command = readCommand(line);
      if (command === undefined) {
        noteMade(line, root, made);
        continue;
      }
      commands += 1;
      const shell = await readShell(command, { cwd: root, home: HOME });
      const verdict = judge(shell, guards, made);
      if (verdict.decision === 'deny' || verdict.decision === 'ask')
        objected.push([verdict.decision, verdict.guard, command.replace(/\s+/g, ' ').slice(0, 90)]);
      for (const { path: target, how } of shell.writes)
        if (target !== null && (how === 'write' || how === 'append')) made.add(target);
    }
  }
  const count = (/** @type {string} */ kind) => objected.filter(([decision]) => decision === kind).length;
  report.table(`shell commands of recorded runs in ${corpus}`, [
    { figure: 'commands', value: commands },
    { figure: 'denied', value: count('deny') },
    { figure: 'asked', value: count('ask') },
    atMost('share denied or asked', objected.length / commands, 0.01),
  ]);
  report.say(['', ...objected.map((row) => `  ${row.join('  ')}`)].join('\n'));
}

/** @param {any} shell @param {any} guards @param {ReadonlySet<string>} made */
function judge(shell, guards, made) {
  const files = shell.writes.flatMap((/** @type {any} */ { path: target, how }) =>
    how === 'delete' && target !== null && made.has(target)
      ? [{ path: target, before: '', after: null, own: true }]
      : [],
  );
  const view = { refuseWrite: () => undefined, pinned: new Set(), trustedCommands: new Set() };
  const action = { tool: 'shell', name: 'Bash', files, shell, dialect: 'claude' };
  return evaluate(/** @type {any} */ (action), view, guards).verdict;
}

/** @typedef {{ action: string, parameters?: Record<string, any> }} Line */

/** @param {Line} line */
function readCommand({ action, parameters }) {
  return SHELL.test(action) && typeof parameters?.command === 'string' ? parameters.command : undefined;
}

/** @param {Line} line @param {string} root @param {Set<string>} made */
function noteMade({ action, parameters }, root, made) {
  const named = parameters?.path ?? parameters?.file_path;
  if (typeof named === 'string' && /create|write/i.test(`${action} ${parameters?.command ?? ''}`))
    made.add(path.resolve(root, named));
}

/** The folder that commands go to and that most of what is named lies in. @param {readonly Line[]} lines */
function guessRoot(lines) {
  const text = lines.map(({ parameters }) => Object.values(parameters ?? {}).join('\n')).join('\n');
  const named = [...text.matchAll(/(?:^|[\s'"=])(\/[\w.@+-]+(?:\/[\w.@+-]+)+)/gm)]
    .map(([, found]) => found)
    .filter((found) => !/^\/(?:tmp|usr|bin|etc|dev|opt|proc|var)\//.test(found));
  const folders = new Set([...text.matchAll(/\bcd (\/[\w.@+/-]+)/g)].map(([, found]) => path.resolve(found)));
  const covers = (/** @type {string} */ folder) =>
    named.filter((one) => `${one}/`.startsWith(`${folder}/`)).length;
  const fitting = [...folders].filter((folder) => covers(folder) >= named.length * 0.8);
  return fitting.sort((a, b) => b.length - a.length)[0] ?? USUAL_ROOT;
}

/** @param {string} file @returns {Line[]} */
function readLines(file) {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
