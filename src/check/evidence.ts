// The stored verdict of checks and tests for one workspace hash.
import path from 'node:path';
import { z } from 'zod';
import {
  canonicalJson,
  ensureDirectory,
  parseJson,
  readText,
  replaceFile,
  sha256,
  type Disk,
} from '../platform/index.js';
import { Report, Verification } from '../schema/index.js';

const Evidence = z.object({
  workspace: z.string(),
  measured: z.string(),
  at: z.string(),
  verification: Verification,
  /** What the verdict on the tests was read from, so that the same facts can be drawn from it again. */
  reports: z.array(Report).optional(),
});
export type Evidence = z.infer<typeof Evidence>;

export interface EvidenceStore {
  /**
   * `measured` names what was run: a hash over checks and test command. What this process saved itself is always found; a file
   * only when `trustDisk`, since without a sandbox a command could have written it.
   */
  find(workspace: string, measured: string, options: { readonly trustDisk: boolean }): Evidence | undefined;
  save(evidence: Evidence, options: { readonly durable: boolean }): void;
  /** The proof that is stored for this workspace, whoever wrote it. */
  readProof(workspace: string): string | undefined;
  saveProof(proof: Proof): void;
}

/** What it takes to call a change tested; read by hooks, as plain JSON. */
export interface Proof {
  readonly schema: 1;
  readonly workspace: string;
  /** The commit that the change was measured against; null when it was not measured. */
  readonly base: string | null;
  readonly at: string;
  /** The checks and the whole suite pass. */
  readonly verified: boolean;
  readonly tested: boolean;
  /** What is missing, in sentences. */
  readonly why?: readonly string[];
  readonly failToPass: readonly string[];
  readonly passToFail: readonly string[];
  readonly unexecuted: readonly { readonly path: string; readonly lines: readonly number[] }[];
  readonly tests: { readonly passed: number; readonly failed: number; readonly total: number };
}

/** Names a set of checks and tests, so that evidence for other ones is never taken for it. */
export function nameMeasurement(what: unknown): string {
  return sha256(canonicalJson(what));
}

const MAX_REMEMBERED = 20;

export function createEvidenceStore(disk: Disk, folder: string): EvidenceStore {
  const fileOf = (workspace: string, measured: string): string =>
    path.join(folder, `${workspace.slice(0, 32)}-${measured.slice(0, 16)}.json`);
  const proofOf = (workspace: string): string => path.join(folder, `tested-${workspace.slice(0, 32)}.json`);
  const own = new Map<string, Evidence>();
  return {
    find(workspace, measured, { trustDisk }) {
      const file = fileOf(workspace, measured);
      const found = own.get(file) ?? (trustDisk ? readEvidence(disk, file) : undefined);
      return found?.workspace === workspace && found.measured === measured ? found : undefined;
    },
    save(evidence, options) {
      const file = fileOf(evidence.workspace, evidence.measured);
      own.delete(file);
      own.set(file, evidence);
      const [oldest] = own.keys();
      if (own.size > MAX_REMEMBERED && oldest !== undefined) own.delete(oldest);
      ensureDirectory(disk, folder);
      replaceFile(disk, file, JSON.stringify(evidence), options);
    },
    readProof: (workspace) => readText(disk, proofOf(workspace)),
    saveProof(proof) {
      ensureDirectory(disk, folder);
      replaceFile(disk, proofOf(proof.workspace), JSON.stringify(proof), { durable: true });
    },
  };
}

function readEvidence(disk: Disk, file: string): Evidence | undefined {
  const text = readText(disk, file);
  const parsed = text === undefined ? undefined : Evidence.safeParse(parseJson(text));
  return parsed?.success ? parsed.data : undefined;
}
