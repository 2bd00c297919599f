// What a stored proof says of one workspace: plain text in, an answer out, so that a hook can ask.

export interface FoundEvidence {
  readonly holds: boolean;
  /** Why it does not hold, and what to do. */
  readonly why?: string;
}

const COMMANDS = { verified: 'agentforge verify', tested: 'agentforge verify --tested' } as const;

/** `text` is the content of `.agentforge/evidence/tested-<first 32 characters of the hash>.json`, if there is one. */
export function readEvidence(
  text: string | undefined,
  workspace: string,
  kind: 'tested' | 'verified',
): FoundEvidence {
  const command = COMMANDS[kind];
  if (text === undefined)
    return { holds: false, why: `Nothing is stored for the files as they are; run \`${command}\`.` };
  const proof = parse(text);
  if (proof?.['schema'] !== 1)
    return { holds: false, why: `What is stored cannot be read; run \`${command}\` again.` };
  if (proof['workspace'] !== workspace)
    return { holds: false, why: `What is stored is for other files; run \`${command}\` again.` };
  if (proof['verified'] === true && (kind === 'verified' || proof['tested'] === true)) return { holds: true };
  return { holds: false, why: firstReason(proof['why']) ?? `It was not shown; run \`${command}\`.` };
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function firstReason(why: unknown): string | undefined {
  const first: unknown = Array.isArray(why) ? why[0] : undefined;
  return typeof first === 'string' ? first : undefined;
}
