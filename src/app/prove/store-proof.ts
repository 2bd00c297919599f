// The proof as it is stored for the workspace: by a plain `verify` as well, which says nothing of being tested.
import type { EvidenceStore } from '../../check/index.js';
import type { Runtime } from '../../engine/index.js';
import { readEvidence } from '../../guard/index.js';
import type { TestVerdict } from '../../schema/index.js';
import type { Findings } from './prove-change.js';

export type Proof = Parameters<EvidenceStore['saveProof']>[0];

export interface ProofInput {
  readonly workspace: string;
  /** Sentences; empty when checks and the whole suite pass for this very workspace. */
  readonly unverified: readonly string[];
  readonly tests: TestVerdict | undefined;
  /** Undefined when nobody asked whether the change is tested, or when it was not worth asking. */
  readonly findings: Findings | undefined;
}

export function createProof({ clock }: Runtime, input: ProofInput): Proof {
  const { workspace, unverified, findings = NO_FINDINGS } = input;
  const verified = unverified.length === 0;
  const why = verified ? findings.why : [...unverified, ...findings.why.filter((one) => one !== NOT_ASKED)];
  const { base, failToPass, passToFail, unexecuted } = findings;
  const { passed, failed, total } = input.tests ?? { passed: 0, failed: 0, total: 0 };
  return {
    ...{ schema: 1, workspace, base, at: new Date(clock.now()).toISOString(), verified },
    tested: verified && why.length === 0 && failToPass.length > 0,
    ...(why.length > 0 ? { why } : {}),
    ...{ failToPass, passToFail, unexecuted, tests: { passed, failed, total } },
  };
}

const NOT_ASKED = 'Whether the change is tested was not asked; run `agentforge verify --tested`.';
const NO_FINDINGS = { base: null, why: [NOT_ASKED], failToPass: [], passToFail: [], unexecuted: [] };

/** A proof that was made for the same files stays, unless they turn out not to pass after all. */
export function storeProof({ evidence }: Runtime, proof: Proof): void {
  const known = readEvidence(evidence.readProof(proof.workspace), proof.workspace, 'tested');
  if (proof.verified && proof.base === null && known.holds) return;
  evidence.saveProof(proof);
}
