// Shows what would become runnable and asks a person.
import { createInterface } from 'node:readline/promises';
import type { TrustQuestion } from '../app/index.js';
import { note } from './output.js';

interface Words {
  readonly introduction: (question: TrustQuestion) => string;
  readonly ask: string;
}

const WORDS: Readonly<Record<TrustQuestion['kind'], Words>> = {
  configuration: {
    introduction: ({ project, files, commands }) =>
      `${project} configures AgentForge with ${files.join(', ')}. ${commands.length === 0 ? 'It names no commands.' : 'These commands may then run:'}`,
    ask: 'Trust this configuration as it is now?',
  },
  tests: {
    introduction: () => "To see that a fix breaks nothing, this project's own tests would run:",
    ask: 'May they run, until package.json changes?',
  },
  task: {
    introduction: () => 'This task was not made here. It would run:',
    ask: 'May it?',
  },
};

export async function askTrust(question: TrustQuestion): Promise<boolean> {
  const { introduction, ask } = WORDS[question.kind];
  note(introduction(question));
  for (const command of question.commands) note(`  ${command}`);
  for (const setting of question.settings) note(setting);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // Ctrl-C, and the end of the input, are a no.
  const refusal = new AbortController();
  for (const event of ['SIGINT', 'close'] as const) terminal.once(event, () => refusal.abort());
  try {
    const answer = await terminal.question(`${ask} (y/N) `, { signal: refusal.signal });
    return /^y(es)?$/i.test(answer.trim());
  } catch (error) {
    if (!refusal.signal.aborted) throw error;
    note('');
    return false;
  } finally {
    terminal.close();
  }
}
