// Settings that decide what is run: where they change together with the code, the runs cannot be compared.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { canonicalJson, readYaml } from '../../platform/index.js';
import { readAtBase } from './find-weakened.js';

const FILE = '.agentforge/config.yaml';
const DECISIVE = ['tests', 'checks', 'environment', 'workspace', 'sandbox'] as const;

/** Sentences; none where the base had no settings yet. */
export async function findChangedSettings(root: string, base: string): Promise<string[]> {
  const before = await readAtBase(root, base, FILE);
  if (before.trim() === '') return [];
  const [old, current] = [parse(before), parse(readFileSync(path.join(root, FILE), 'utf8'))];
  const changed = DECISIVE.filter(
    (key) => old[key] !== undefined && canonicalJson(old[key]) !== canonicalJson(current[key] ?? null),
  );
  return changed.length === 0
    ? []
    : [
        `${FILE} says something else about ${changed.join(', ')} than at the base; commit that by itself first.`,
      ];
}

function parse(text: string): Record<string, unknown> {
  const value: unknown = readYaml(text, FILE, 'bad_config');
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
