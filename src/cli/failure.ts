// How an error reaches a person: one sentence, and an exit code that says whether it could not run.
import { AgentForgeError } from '../schema/index.js';
import { commandLine, type Globals } from './globals.js';

export function fail(error: unknown, globals: Globals): void {
  const code = error instanceof AgentForgeError ? error.code : 'unexpected';
  const text = error instanceof Error ? error.message : String(error);
  const message = text.replace(
    /`agentforge ([a-z][^`]*)`/g,
    (_, words: string) => `\`${commandLine(globals, words)}\``,
  );
  if (globals.json) process.stdout.write(`${JSON.stringify({ error: { code, message } })}\n`);
  process.stderr.write(`agentforge: ${message}\n`);
  if (code === 'unexpected' && error instanceof Error && process.env['AGENTFORGE_DEBUG'])
    process.stderr.write(`${error.stack}\n`);
  else if (code === 'unexpected')
    process.stderr.write('This is a fault of AgentForge; set AGENTFORGE_DEBUG=1 to see where.\n');
  process.exitCode = 2;
}
