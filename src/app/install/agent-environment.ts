// Whether a coding agent runs this process: none may install or remove its own gate.
import { AgentForgeError } from '../../schema/index.js';
import type { Environment } from './places.js';

const SIGNS = ['CLAUDECODE', 'CODEX_SANDBOX', 'GEMINI_CLI', 'CURSOR_TRACE_ID'];

export function refuseAgents(environment: Environment): void {
  const sign = SIGNS.find((name) => (environment[name] ?? '') !== '');
  if (sign === undefined) return;
  throw new AgentForgeError(
    'not_trusted',
    `This was started by a coding agent (${sign} is set), and an agent may not change its own gate; run it in a terminal of your own.`,
  );
}
