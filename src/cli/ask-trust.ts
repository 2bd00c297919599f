// Shows what would become runnable and asks a person.
import { createInterface } from 'node:readline/promises';
import type { TrustQuestion } from '../app/index.js';
import { note } from './output.js';

const INTRODUCTION = "To see that a fix breaks nothing, this project's own tests would run:";

export async function askTrust(question: TrustQuestion): Promise<boolean> {
  const isTests = question.kind === 'tests';
  note(
    isTests ? INTRODUCTION : `${question.project} configures AgentForge with ${question.files.join(', ')}.`,
  );
  if (!isTests)
    note(question.commands.length === 0 ? 'It names no commands.' : 'These commands may then run:');
  for (const command of question.commands) note(`  ${command}`);
  note(`With ${question.settings.join(', ')}.`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question(
      isTests
        ? 'May they run, until package.json changes? (y/N) '
        : 'Trust this configuration as it is now? (y/N) ',
    );
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    terminal.close();
  }
}
