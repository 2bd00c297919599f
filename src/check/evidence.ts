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
}

/** Names a set of checks and tests, so that evidence for other ones is never taken for it. */
export function nameMeasurement(what: unknown): string {
  return sha256(canonicalJson(what));
}

const MAX_REMEMBERED = 20;

export function createEvidenceStore(disk: Disk, folder: string): EvidenceStore {
  const fileOf = (workspace: string, measured: string): string =>
    path.join(folder, `${workspace.slice(0, 32)}-${measured.slice(0, 16)}.json`);
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
  };
}

function readEvidence(disk: Disk, file: string): Evidence | undefined {
  const text = readText(disk, file);
  const parsed = text === undefined ? undefined : Evidence.safeParse(parseJson(text));
  return parsed?.success ? parsed.data : undefined;
}
