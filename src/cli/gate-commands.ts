// The commands about gates: evidence, which guards there are, what they did.
import type { Command } from 'commander';
import { toAmount, toCount } from './arguments.js';
import type { Globals } from './globals.js';

export function defineGateCommands(program: Command, globals: () => Globals): void {
  defineGuard(program.command('guard').description('what judges agents here'), globals);
  defineHooks(program, globals);
  program
    .command('verify')
    .description('run the configured checks and tests and store the verdict for this workspace')
    .option('--checks', 'only the checks')
    .option('--tests', 'only the tests')
    .option(
      '--tested',
      'also whether the change is tested: its tests fail without it, and execute every line of it',
    )
    .option(
      '--base <ref>',
      'what the change is measured against (default: where HEAD left the default branch)',
    )
    .option('--trust-project', "trust the project's configuration as it is now")
    .action(async (options: object) => (await import('./verify.js')).verify(globals(), options));
  program
    .command('activity')
    .description('what the gates blocked, asked, caught, undid and let pass lately')
    .option('--week', 'of the last seven days')
    .option('--days <n>', 'of the last n days (default 1)', toCount)
    .option('--all', 'every record, not only the newest')
    .action(async (options: object) => (await import('./activity.js')).activity(globals(), options));
}

function defineHooks(program: Command, globals: () => Globals): void {
  for (const [name, description] of [
    ['install', 'let the gates judge every tool call of a coding CLI: claude, codex, gemini or cursor'],
    ['uninstall', 'take the gates out of a coding CLI again'],
  ] as const) {
    const command = program
      .command(name)
      .argument('<cli>', 'claude, codex, gemini or cursor')
      .description(description)
      .option('--user', 'for every project of yours')
      .option('--project', 'for this project (default)')
      .option('--yes', 'without being asked');
    if (name === 'install') command.option('--profile <name>', 'standard (default) or team');
    command.action(async (cli: string, options: object) =>
      (await import('./install.js'))[name](globals(), cli, options),
    );
  }
  program
    .command('hook')
    .description('what an installed hook runs: a tool call as JSON on stdin, the verdict as exit code')
    .option('--dialect <name>', 'claude, codex, gemini or cursor')
    .allowUnknownOption()
    .allowExcessArguments()
    .action(async () =>
      (await import('./install.js')).hook(process.argv.slice(process.argv.indexOf('hook') + 1)),
    );
}

function defineGuard(guard: Command, globals: () => Globals): void {
  guard
    .command('list')
    .description('every guard, and whether it is on')
    .action(async () => (await import('./guard.js')).list(globals()));
  guard
    .command('explain')
    .argument('<guard>', 'its id, or a group')
    .description('a guard in full: what it matches, what it says, what to do instead')
    .action(async (id: string) => (await import('./guard.js')).explain(globals(), id));
  guard
    .command('test')
    .description('what the guards would say; nothing is run or written')
    .option('--command <text>', 'a shell command')
    .option('--write <path>', 'a file that is written')
    .option('--content <file>', 'what it would hold, from a file or - for standard input')
    .option('--delete <path>', 'a file that is deleted')
    .option('--read <path>', 'a file that is read')
    .option('--role <name>', 'the kind of agent that does it')
    .action(async (options: object) => (await import('./guard.js')).test(globals(), options));
  for (const [name, isOn] of [
    ['enable', true],
    ['disable', false],
  ] as const) {
    guard
      .command(name)
      .argument('<guard>', 'its id, or a group')
      .description(isOn ? 'switch a guard on again' : 'switch a guard off in the configuration')
      .action(async (id: string) => (await import('./guard.js')).enable(globals(), id, isOn));
  }
  guard
    .command('bypass')
    .argument('<guard>')
    .description('set a guard aside for a while, on record')
    .option('--reason <text>', 'why (needed)')
    .option('--hours <n>', 'for how long (needed)', toAmount)
    .option('--end', 'let it judge again')
    .action(async (id: string, options: object) =>
      (await import('./guard.js')).bypass(globals(), id, options),
    );
}
