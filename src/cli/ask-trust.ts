// Shows what would become runnable and asks a person.
import { createInterface } from 'node:readline/promises';
import type { TrustQuestion } from '../app/index.js';
import { note } from './output.js';

export async function askTrust(question: TrustQuestion): Promise<boolean> {
  note(`${question.project} configures AgentForge with ${question.files.join(', ')}.`);
  note(question.commands.length === 0 ? 'It names no commands.' : 'These commands may then run:');
  for (const command of question.commands) note(`  ${command}`);
  note(`With ${question.settings.join(', ')}.`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question('Trust this configuration as it is now? (y/N) ');
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    terminal.close();
  }
}
