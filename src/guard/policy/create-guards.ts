// A compiled policy → guards that judge. Nothing here or below loads zod, YAML or globs: the hook starts with this.
import type { EvidenceKind, Guard, GuardedAction, GuardedFile, GuardView, Objection } from '../contract.js';
import { listChanges, toProjectPath, type Place } from './changes.js';
import type { CompiledGuard, CompiledPolicy } from './compiled.js';
import { findHit } from './find-hit.js';
import type { Hit } from './judges/judge.js';

export function createPolicyGuards(policy: CompiledPolicy, place: Place = {}): Guard[] {
  const files = rememberLast((action) => listFiles(action, place));
  return policy.guards.map((guard) => ({
    name: guard.id,
    judge: (action, view) => judge(guard, { action, view, place, files: files(action) }),
  }));
}

/** All guards are asked about one action, and see the same files. */
function rememberLast(
  list: (action: GuardedAction) => readonly GuardedFile[],
): (action: GuardedAction) => readonly GuardedFile[] {
  const known = new WeakMap<GuardedAction, readonly GuardedFile[]>();
  return (action) => {
    const files = known.get(action) ?? list(action);
    known.set(action, files);
    return files;
  };
}

function listFiles(action: GuardedAction, place: Place): readonly GuardedFile[] {
  const read = (action.reads ?? []).map((path) => ({
    path: toProjectPath(path, place),
    before: null,
    after: null,
    unknown: true as const,
  }));
  return action.tool === 'read' ? read : listChanges(action, place);
}

function judge(guard: CompiledGuard, one: Parameters<typeof findHit>[1]): Objection[] {
  const hit = findHit(guard, one);
  if (hit === undefined) return [];
  const missing = guard.evidence === undefined ? '' : findMissing(guard.evidence, one.view);
  if (missing === undefined) return [];
  return [
    {
      decision: guard.verdict,
      guard: guard.id,
      reason: fill(guard.reason, { ...hit, role: one.action.role ?? 'main' }) + missing,
      hint: guard.hint,
    },
  ];
}

/** Why the evidence does not hold, or undefined when it does. */
function findMissing(kind: EvidenceKind, { findEvidence }: GuardView): string | undefined {
  const found = findEvidence?.(kind) ?? { ok: false, why: 'nothing was verified' };
  return found.ok ? undefined : ` (${found.why})`;
}

const MAX_SHOWN_CHARS = 160;

/** What an agent wrote is shown on one line and not at any length. */
function fill(reason: string, values: Hit & { readonly role: string }): string {
  const known: Readonly<Record<string, string | undefined>> = { ...values };
  return reason.replace(/\{(path|command|role|field|value|what|why)\}/g, (_, name: string) => {
    const value = (known[name] ?? '').replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
    return value.length > MAX_SHOWN_CHARS ? `${value.slice(0, MAX_SHOWN_CHARS)}…` : value;
  });
}
