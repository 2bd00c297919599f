// When an agent says it is done: whether what it changed was verified, and whether a forbidden change still stands.
import path from 'node:path';
import type { Guard, GuardedAction, GuardView, Objection, Verdict } from '../contract.js';
import { evaluate } from '../evaluate.js';
import type { HookCall } from './call.js';
import { hashText } from './hash-text.js';
import { readContent } from './read-content.js';
import type { SessionState } from './session-log.js';
import type { EvidenceAnswer } from './stored-evidence.js';

/** In a row; after that a person has to decide. */
const MAX_HELD = 2;

export interface StopTools {
  readonly root: string;
  readonly guards: readonly Guard[];
  readonly view: GuardView;
  readonly session: SessionState;
  /** Undefined where nothing could be verified because nothing is set up. */
  readonly findVerified: () => Promise<EvidenceAnswer | undefined>;
}

export async function checkStop(call: HookCall, tools: StopTools): Promise<Verdict> {
  const { session } = tools;
  if (call.stop?.active === true || session.held >= MAX_HELD) return { decision: 'allow' };
  return judgeStop(call, tools) ?? (await findStanding(tools)) ?? checkClaim(call.stop?.said ?? '', tools);
}

async function checkClaim(said: string, { session, findVerified }: StopTools): Promise<Verdict> {
  const hasChanged = [...session.changed.keys()].some((file) => !isProse(file));
  if (!hasChanged || !claimsDone(said)) return { decision: 'allow' };
  const found = await findVerified();
  if (found === undefined || found.ok) return { decision: 'allow' };
  return {
    decision: 'deny',
    guard: 'evidence',
    reason: `you say it is done, but there is no evidence for it: ${found.why}`,
    hint: 'Verify it and repair what fails, or say plainly what is not done.',
  };
}

function judgeStop(call: HookCall, { guards, view, session }: StopTools): Objection | undefined {
  const own = [...session.changed].filter(([, by]) => call.event === 'stop' || by === (call.role ?? ''));
  const action: GuardedAction = {
    tool: 'agent',
    name: call.event,
    files: own.map(([file]) => ({ path: file, before: null, after: null, unknown: true })),
    dialect: call.dialect,
    stage: 'stop',
    said: call.stop?.said ?? '',
    ...(call.role === undefined ? {} : { role: call.role }),
  };
  const { verdict } = evaluate(action, view, guards);
  return verdict.decision === 'deny' || verdict.decision === 'ask' ? verdict : undefined;
}

/** A forbidden change that the agent was told of, and left as it was. */
async function findStanding({ root, session }: StopTools): Promise<Objection | undefined> {
  for (const [file, { hash, reason }] of session.caught) {
    const content = readContent(path.join(root, file));
    const now = content.kind === 'text' ? await hashText(content.text) : null;
    if (now === hash && content.kind !== 'unreadable')
      return {
        decision: 'deny',
        guard: 'caught',
        reason: `a change that is not allowed still stands in ${file}: ${reason}`,
        hint: 'Take it back, or tell the person plainly that you could not.',
      };
  }
  return undefined;
}

const CLAIM =
  /\b(?:done|complete[ds]?|completed|finished|fixed|resolved|implemented|passing|works? (?:now|correctly|as expected)|all (?:the )?tests? (?:now )?pass(?:es|ed)?|tests? (?:now )?pass(?:es|ed)?|ready(?: to (?:merge|ship|use|go))?)\b|✅|🎉/i;
const DENIAL =
  /\b(?:not|isn't|is not|aren't|never|cannot be|can't be|yet to be|un)\W{0,3}(?:yet |fully |quite |been )?(?:done|complete|completed|finished|fixed|resolved|implemented|passing|ready)\b/gi;

/** A sentence that says the opposite is none. */
export function claimsDone(said: string): boolean {
  return CLAIM.test(said.slice(-20_000).replace(DENIAL, ''));
}

/** What no test looks at. */
function isProse(file: string): boolean {
  return /\.(?:md|mdx|txt|rst|adoc)$/i.test(file) || /(?:^|\/)(?:LICENSE|CHANGELOG|docs)(?:\/|$)/.test(file);
}
