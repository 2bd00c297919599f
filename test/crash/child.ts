// Starts runner.mjs, reads what it says line by line, and ends it when a test is over.
import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { z } from 'zod';

const RUNNER = new URL('runner.mjs', import.meta.url).pathname;

export type How = 'run' | 'ask' | 'apply' | 'rename' | 'race';

export interface Child {
  readonly pid: number;
  /** The next line it prints; undefined when it has ended. */
  nextLine(): Promise<string | undefined>;
  /** Lets it go on where it waits for a line. */
  goOn(): void;
  signal(name: NodeJS.Signals): void;
  /** Resolves when it has ended, with the signal that ended it. */
  readonly ended: Promise<NodeJS.Signals | null>;
}

const started = new Set<ChildProcess>();

export function startChild(
  how: How,
  root: string,
  environment: Readonly<Record<string, string>> = {},
): Child {
  const child = spawn(process.execPath, [RUNNER, how, root], {
    env: { ...process.env, ...environment },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  started.add(child);
  child.stdin.on('error', () => undefined);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = new Promise<NodeJS.Signals | null>((resolve) => {
    child.on('close', (_, signal) => {
      started.delete(child);
      resolve(signal);
    });
  });
  return {
    pid: child.pid ?? 0,
    nextLine: async () => {
      const next = await lines.next();
      return next.done ? undefined : next.value;
    },
    goOn: () => void child.stdin.write('\n'),
    signal: (name) => void child.kill(name),
    ended,
  };
}

export function endChildren(): void {
  for (const child of started) child.kill('SIGKILL');
}

const Result = z.object({ status: z.string(), outcomeHash: z.string() });

/** Runs or resumes the small task in a process of its own until it has ended. */
export async function runToEnd(root: string): Promise<z.infer<typeof Result>> {
  const child = startChild('run', root);
  const line = (await child.nextLine()) ?? '';
  await child.ended;
  const { status, outcomeHash } = Result.parse(
    JSON.parse(line.startsWith('{') ? line : JSON.stringify({ status: line })),
  );
  return { status, outcomeHash };
}
