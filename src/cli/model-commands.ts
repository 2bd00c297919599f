// The commands about models: which there are, whether one answers, what they cost, how contexts compare on one.
import type { Command } from 'commander';
import { toCount } from './arguments.js';
import type { Globals } from './globals.js';

export function defineModelCommands(program: Command, globals: () => Globals): void {
  program
    .command('models')
    .description('which models can be used here, which lack something, and how to get it')
    .action(async () => (await import('./models.js')).models(globals()));

  program
    .command('spent')
    .argument('[task]', 'one task, step by step; a fix task by task')
    .description('what all your tasks spent on paid models, day by day, or what one task spent')
    .option('--days <n>', 'how many days to show (default 14)', toCount)
    .action(async (id: string | undefined, options: object) =>
      (await import('./spent.js')).spent(globals(), id, options),
    );

  program
    .command('doctor')
    .argument('[what]', 'hooks: whether installed gates still hold')
    .description('make one tiny call to a model and say whether it answers as it must; or look at hooks')
    .option('--model <name>', 'the model to ask (default: the configured one)')
    .action(async (what: string | undefined, options: object) =>
      what === 'hooks'
        ? (await import('./install.js')).doctorHooks(globals())
        : (await import('./models.js')).doctor(globals(), options, what),
    );

  program
    .command('compare')
    .description(
      'run tasks with known bugs twice: with stateless steps, and with everything kept in the context',
    )
    .option('--model <name>', 'who works (default: the configured one); script:solution.yaml costs nothing')
    .option(
      '--tasks <dir>',
      'a folder of tasks, each with task.yaml and project/ (default: the ten that come along)',
    )
    .option('--only <name>', 'only this task')
    .action(async (options: object) => (await import('./compare.js')).compare(globals(), options));
}
