// `planner`: the built-in model as a process of its own; it sees what is on stdin and nothing else.
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { planReply } from '../model/index.js';
import { AgentForgeError, Message } from '../schema/index.js';

const Messages = z.tuple([Message, Message]);
/** The two messages, or what `step --prompt --json` prints. */
const Input = z.union([Messages, z.object({ messages: Messages }).transform(({ messages }) => messages)]);

export async function planner(): Promise<void> {
  const parsed = Input.safeParse(readJson(readFileSync(0, 'utf8')));
  if (!parsed.success)
    throw new AgentForgeError(
      'bad_usage',
      'Standard input is not the two messages of a step; pipe in what `agentforge step TASK --prompt --json` prints.',
    );
  process.stdout.write(planReply(parsed.data));
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
