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
import { Verification } from '../schema/index.js';

const Evidence = z.object({
  workspace: z.string(),
  measured: z.string(),
  at: z.string(),
  verification: Verification,
});
export type Evidence = z.infer<typeof Evidence>;

export interface EvidenceStore {
  /** `measured` names what was run: a hash over checks and test command. */
  find(workspace: string, measured: string): Evidence | undefined;
  save(evidence: Evidence): void;
}

/** Names a set of checks and tests, so that evidence for other ones is never taken for it. */
export function nameMeasurement(what: unknown): string {
  return sha256(canonicalJson(what));
}

export function createEvidenceStore(disk: Disk, folder: string): EvidenceStore {
  const fileOf = (workspace: string, measured: string): string =>
    path.join(folder, `${workspace.slice(0, 32)}-${measured.slice(0, 16)}.json`);
  return {
    find(workspace, measured) {
      const text = readText(disk, fileOf(workspace, measured));
      const parsed = text === undefined ? undefined : Evidence.safeParse(parseJson(text));
      const found = parsed?.success ? parsed.data : undefined;
      return found?.workspace === workspace && found.measured === measured ? found : undefined;
    },
    save(evidence) {
      ensureDirectory(disk, folder);
      replaceFile(disk, fileOf(evidence.workspace, evidence.measured), JSON.stringify(evidence), {
        durable: true,
      });
    },
  };
}
