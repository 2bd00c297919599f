#!/usr/bin/env node
// The command line: parses, calls, prints. Each command is loaded only when it runs.
import { createRequire } from 'node:module';
import { Command, CommanderError } from 'commander';
import { toAmount, toCount, toDays } from './arguments.js';
import { defineGateCommands } from './gate-commands.js';
import type { Globals } from './globals.js';
import { defineModelCommands } from './model-commands.js';

/** Read here, and not through a room, so that `--version` loads none. */
const { version } = createRequire(import.meta.url)('../../package.json') as { version: string };

const program = new Command('agentforge')
  .description('An autonomous coding-agent harness: every step is a fresh, bounded, verified conversation.')
  .version(version)
  .option('--project <dir>', 'the project folder', '.')
  .option('--json', 'one JSON line per result on stdout; progress goes to stderr')
  .showSuggestionAfterError()
  .showHelpAfterError('(add --help for what it takes)')
  .exitOverride();

const globals = (): Globals => program.opts<Globals>();

program
  .command('init')
  .description('write .agentforge/ with the test command found here and the checks that fit')
  .option('--ci <name>', 'also a workflow that runs the checks: github')
  .action(async (options: object) => (await import('./init.js')).init(globals(), options));

program
  .command('scan')
  .argument('[paths...]', 'only these files and folders of the project')
  .description('read-only look at any project: what is worst, and what `fix` would do about it')
  .option('--top <n>', 'how many to show (default 10)', toCount)
  .option('--no-advice', 'leave out what `fix` would do, which takes longer than the scan')
  .option('--format <name>', 'text, json, sarif, junit or markdown, without what `fix` would do')
  .option('--output <file>', 'write that to a file')
  .action(async (paths: string[], options: object) =>
    (await import('./scan.js')).scan(globals(), paths, options),
  );

program
  .command('fix')
  .argument('[violations...]', 'ids of violations')
  .description('fix violations, each verified by the checks and tests, undone when anything gets worse')
  .option('--all', 'every error and warning that is open')
  .option(
    '--top <n>',
    'the n worst that can be fixed, on a branch, leaving the working tree alone; the next worst in place of one that is not',
    toCount,
  )
  .option('--dry-run', 'only say what would be done')
  .option('--estimate', 'only say what it will probably cost with that model')
  .option('--commit [branch]', 'commit each fix on a new branch, or on one that is at the current commit')
  .option('--isolate', 'work in a git worktree, on a branch; done anyway when there are uncommitted changes')
  .option('--in-place', 'edit the working tree even so')
  .option('--no-tests', 'go on although the project has no tests')
  .option('--relaxed', 'also recipes a strict reviewer would not like')
  .option('--model <name>', 'who fixes: planner (default), or any other that `agentforge models` names')
  .option('--markdown <file>', 'also write the summary as Markdown')
  .option('--trust-project', "trust the project's configuration and its test command")
  .action(async (ids: string[], options: object) => (await import('./fix.js')).fix(globals(), ids, options));

program
  .command('check')
  .description(
    "run the project's checks; exit 1 on violations that are not in the baseline, 2 when a check did not run",
  )
  .option('--format <name>', 'text, json, sarif, junit or markdown')
  .option('--output <file>', 'write the report to a file')
  .option('--changed', 'only files that differ from the last commit')
  .option('--all', 'print every violation')
  .option('--import <sarif>', 'take in what another tool found')
  .option(
    '--baseline [set|shrink]',
    'set: tolerate what is open now, so that only new ones fail; shrink: no longer what is gone',
  )
  .option('--trust-project', "trust the project's configuration as it is now")
  .action(async (options: object) => (await import('./check.js')).check(globals(), options));

program
  .command('violations')
  .description('what the last check found and what became of it')
  .option(
    '--status <name>',
    'open (default), resolved, stale (not looked at by the last check), exempt or all',
  )
  .action(async (options: object) => (await import('./violations.js')).violations(globals(), options));

program
  .command('exempt')
  .argument('<violation-or-check>')
  .description('let a violation be, for a reason and a time')
  .option('--reason <text>', 'why (needed)')
  .option('--owner <name>', 'who answers for it (needed)')
  .option('--expires <date>', 'until when, as YYYY-MM-DD (needed)')
  .option('--path <glob>', 'which files, when a check is named')
  .action(async (what: string, options: object) =>
    (await import('./violations.js')).exempt(globals(), what, options),
  );

program
  .command('planner')
  .description('the built-in model as a process: two messages (JSON) on stdin, the reply on stdout')
  .action(async () => (await import('./planner.js')).planner());

program
  .command('run')
  .argument('<task-file>', 'a task in YAML')
  .description('create a task from a file and run it to its end')
  .option('--model <name>', 'who works: inbox (default: you), or any that `agentforge models` names')
  .option('--commit [branch]', 'commit the verified result on a branch (default agentforge/TASK)')
  .option('--record <tape>', 'record every reply to a tape')
  .option('--estimate', 'only say what it will probably take, without asking the model')
  .option('--max-steps <n>', 'stop after n steps; the task stays resumable', toCount)
  .option('--trust-project', "trust the project's configuration as it is now")
  .action(async (file: string, options: object) => (await import('./run.js')).run(globals(), file, options));

program
  .command('resume')
  .argument('<task>')
  .description('go on with a task that was interrupted, parked or paused')
  .option('--model <name>', 'who works: inbox (default: you), or any that `agentforge models` names')
  .option('--take-over', 'take the task from a process that hangs')
  .option('--steps <n>', 'allow n more steps first (of a fix: name one of its tasks, as in TASK.1)', toCount)
  .option('--tokens <n>', 'allow n more tokens first', toCount)
  .option('--usd <n>', 'allow n more dollars first', toAmount)
  .option('--minutes <n>', 'allow n more minutes first', toAmount)
  .option('--max-steps <n>', 'stop after n steps', toCount)
  .option('--trust-project', "trust the project's configuration as it is now")
  .action(async (task: string, options: object) =>
    (await import('./run.js')).resume(globals(), task, options),
  );

program
  .command('step')
  .argument('<task>')
  .description('be the model: print the next prompt, or hand in the reply to it')
  .option('--prompt', 'print the two messages of the next step, measured anew where files changed')
  .option('--reply <file>', 'take one step with the reply in a file, or - for standard input')
  .option('--trust-project', "trust the project's configuration as it is now")
  .action(async (task: string, options: object) =>
    (await import('./step.js')).step(globals(), task, options),
  );

defineModelCommands(program, globals);
defineGateCommands(program, globals);

const task = program.command('task').description('look at tasks');
task
  .command('list')
  .description('all tasks, newest last')
  .action(async () => (await import('./task.js')).list(globals()));
for (const [name, description] of [
  ['show', 'how a task stands'],
  ['log', 'its journal, an event a line'],
  ['facts', 'what it knows'],
  ['diff', 'what it changed'],
  ['integrity', 'verify its journal from the first record'],
  ['export', 'the whole task as one JSON document on stdout'],
] as const) {
  task
    .command(name)
    .argument('<task>')
    .description(description)
    .action(async (id: string) =>
      (await import('./task.js'))[name === 'export' ? 'exportTask' : name](globals(), id),
    );
}
task
  .command('context')
  .argument('<task>')
  .description('the exact two messages of a step, and the ledger beside them')
  .option('--step <n>', 'which step (default: the last)', toCount)
  .action(async (id: string, options: { step?: number }) =>
    (await import('./task.js')).context(globals(), id, options),
  );
task
  .command('replay')
  .argument('<task>')
  .description('fold the journal again, offline')
  .option(
    '--recompute',
    'also rebuild contexts, facts, guard, phase and loop verdicts and show any difference',
  )
  .action(async (id: string, options: { recompute?: boolean }) =>
    (await import('./task.js')).replayTask(globals(), id, options),
  );
task
  .command('gc')
  .description('remove what retention allows')
  .option('--days <n>', 'keep ended tasks this long', toDays)
  .option('--steps <n>', 'keep this many step records a task', toCount)
  .action(async (options: { days?: number; steps?: number }) =>
    (await import('./task.js')).gc(globals(), options),
  );

for (const [name, argument, description] of [
  ['answer', '<text>', 'answer the question a task is parked on'],
  ['tell', '<text>', 'say something to a task; it appears in its next context'],
  ['pause', undefined, 'park a task after its current step'],
  ['abort', '[reason]', 'end a task for good; an edit that was under way is taken back'],
] as const) {
  const command = program.command(name).argument('<task>').description(description);
  if (argument !== undefined) command.argument(argument);
  command.action(async (id: string, text: unknown) =>
    (await import('./talk.js')).talk(globals(), name, id, typeof text === 'string' ? text : ''),
  );
}

program
  .command('undo')
  .argument('<task>')
  .description('give every file the content it had before the task; for fixes on a branch, say what git does')
  .action(async (id: string) => (await import('./undo.js')).undo(globals(), id));

program
  .command('trust')
  .description("trust the project's configuration as it is now")
  .option('--yes', 'do not ask')
  .action(async (options: { yes?: boolean }) => (await import('./trust.js')).trust(globals(), options));

const analyze = program.command('analyze').description('understand tool output and recorded runs');
analyze
  .command('facts')
  .argument('<files...>', 'what tools printed')
  .option('--rules <file>', 'rules of your own for what only your tools print')
  .description('the facts drawn from each file')
  .action(async (files: string[], options: { rules?: string }) =>
    (await import('./analyze.js')).facts(globals(), files, options),
  );
analyze
  .command('loops')
  .argument('<files...>', 'recorded runs in JSONL')
  .description('where each run repeats itself without effect')
  .action(async (files: string[]) => (await import('./analyze.js')).loops(globals(), files));

const demo = program.command('demo').description('see it work, in a folder of its own');
demo
  .command('fix')
  .description('a tangled project, copied to a folder of its own, visibly better with its tests still green')
  .option('--keep', 'keep the copy, and say where it is')
  .action(async (options: { keep?: boolean }) => (await import('./demo-fix.js')).demoFix(globals(), options));
demo
  .command('crash')
  .description('a task that is killed 20 times and ends as if it never was')
  .option('--kills <n>', 'how often', toCount, 20)
  .option('--keep', 'keep the folder')
  .action(async (options: { kills: number; keep?: boolean }) =>
    (await import('./demo.js')).crash(globals(), options),
  );

// Whoever reads may stop reading, as `head` does; the work goes on, and nobody is left to tell.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });

try {
  await program.parseAsync();
} catch (error) {
  // Help and version are not failures; commander has printed its own errors already.
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
  else (await import('./failure.js')).fail(error, globals());
}
