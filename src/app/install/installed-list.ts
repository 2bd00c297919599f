// What was installed where: kept beside the hook, read by `uninstall`, `doctor` and the hook itself.
import path from 'node:path';
import { z } from 'zod';
import { ensureDirectory, nodeDisk, readText, replaceFile } from '../../platform/index.js';
import { AgentForgeError } from '../../schema/index.js';

const InstalledEntry = z.object({
  dialect: z.enum(['claude', 'codex', 'gemini', 'cursor']),
  scope: z.enum(['project', 'user']),
  profile: z.enum(['standard', 'team']),
  file: z.string(),
  command: z.string(),
  /** SHA-256 of the settings file as we left it. */
  written: z.string(),
  /** The bytes that were there before; null when there was no file. */
  backup: z.string().nullable(),
  /** Absolute path → SHA-256 of what the command runs. */
  files: z.record(z.string(), z.string()),
  at: z.string(),
});
export type InstalledEntry = z.infer<typeof InstalledEntry>;

const InstalledList = z.object({ version: z.literal(1), entries: z.array(InstalledEntry) });

export function readInstalled(folder: string): readonly InstalledEntry[] {
  const file = path.join(folder, 'installed.json');
  const text = readText(nodeDisk, file);
  if (text === undefined) return [];
  try {
    return InstalledList.parse(JSON.parse(text)).entries;
  } catch (cause) {
    throw new AgentForgeError(
      'bad_config',
      `${file} is damaged; remove the entries of AgentForge from the settings by hand, then delete it.`,
      { cause },
    );
  }
}

export function writeInstalled(folder: string, entries: readonly InstalledEntry[]): void {
  ensureDirectory(nodeDisk, folder);
  const text = `${JSON.stringify({ version: 1, entries }, null, 2)}\n`;
  replaceFile(nodeDisk, path.join(folder, 'installed.json'), text, { durable: true });
}
