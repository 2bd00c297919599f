// The commands that lift, answer or undo what the gates decide: an agent may not run them, whatever starts them.
import type { ShellSegment } from '../../contract.js';
import { listSegments } from '../command-match.js';
import type { Case, Hit } from './judge.js';

const GATES = new Set(
  'guard trust exempt answer tell pause abort undo gc install uninstall bypass approve allow init'.split(' '),
);
const HARMLESS = new Set(
  'scan fix check violations planner run resume step models spent doctor compare verify analyze demo activity hook help'.split(
    ' ',
  ),
);
/** What makes a harmless command lift a gate: trust, a longer list of what is tolerated, more to spend. */
const GATE_FLAG = /^--(?:trust-project|baseline|take-over|steps|tokens|usd|minutes)(?:=|$)/;
const STARTERS = new Set('npx npm pnpm pnpx yarn bun bunx deno node nodejs tsx corepack'.split(' '));
const OURS = /(?:^|[/\\@])agentforge(?:@[^/\\]*)?(?:\.(?:c?js|mjs|exe|cmd))?$/i;
const OUR_SCRIPT = /agentforge\b.*\.[cm]?js$|(?:^|[/\\])dist[/\\](?:bin|cli)[/\\]main\.js$/i;
/** In code that nobody reads beforehand: the command with a word that lifts a gate, or the package itself. */
const SPOKEN =
  /agentforge(?:@[\w.-]{1,40})?["'\\,\s[\]]{1,9}(?:--?[\w=./-]{1,80}["'\\,\s]{1,5})?(?:guard|trust|exempt|answer|tell|abort|undo|install|uninstall|bypass|approve|init)\b|--trust-project|\b(?:from|import|require)\b[^;\n]{0,40}agentforge/i;

export function judgeOwnGates({ action }: Case): Hit | undefined {
  const segment = listSegments(action).find((one) => runsGate(one));
  if (segment) return { command: segment.text };
  const { shell } = action;
  const isHidden =
    shell !== undefined && shell.doubts.length > 0 && SPOKEN.test(shell.command.slice(0, 100_000));
  return isHidden ? { command: shell.command } : undefined;
}

function runsGate({ program, args }: ShellSegment): boolean {
  const name = program.toLowerCase();
  if (OURS.test(name)) return namesGate(args);
  if (!STARTERS.has(name)) return false;
  const own = args.findIndex((word) => word !== null && (OURS.test(word) || OUR_SCRIPT.test(word)));
  return own >= 0 && namesGate(args.slice(own + 1));
}

/** The first command of ours among the words decides; a word that is not known could be any. */
function namesGate(args: ShellSegment['args']): boolean {
  if (args.some((word) => word !== null && GATE_FLAG.test(word))) return true;
  const word = args.find((one) => one === null || GATES.has(one) || HARMLESS.has(one));
  return word === null || (word !== undefined && GATES.has(word));
}
