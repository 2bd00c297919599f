// The sets of checks that come with the package: YAML that people read, and what the build made of it, which no start has to parse.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { CheckFile, type CheckDefinition } from '../../schema/index.js';
import { nodeDisk, packageFile, parseJson, readText, sha256 } from '../../platform/index.js';
import { parseLocatedYaml } from './locate-issue.js';

/** Shipped with the package, beside `src` and `dist`. */
export const BUILTIN_CHECKS = packageFile('data/checks');
/** Written by the build; a checkout without one does without it. */
const COMPILED = packageFile('dist/checks.json');

export interface CompiledSet {
  /** Of the YAML it was made from: with another text it says nothing. */
  readonly hash: string;
  readonly checks: CheckDefinition[];
}

export function listBuiltinSets(): string[] {
  return readdirSync(BUILTIN_CHECKS)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => path.basename(name, '.yaml'))
    .sort();
}

export function loadBuiltinSet(set: string): CheckDefinition[] {
  const { file, text } = readSet(set);
  const compiled = readCompiled()[set];
  return compiled?.hash === sha256(text) ? compiled.checks : parseLocatedYaml(text, CheckFile, file).checks;
}

/** What the build keeps for the starts to come. */
export function compileBuiltinSets(): Record<string, CompiledSet> {
  const compiled = listBuiltinSets().map((set) => {
    const { file, text } = readSet(set);
    return [set, { hash: sha256(text), checks: parseLocatedYaml(text, CheckFile, file).checks }] as const;
  });
  return Object.fromEntries(compiled);
}

function readSet(set: string): { file: string; text: string } {
  const file = path.join(BUILTIN_CHECKS, `${set}.yaml`);
  return { file, text: readFileSync(file, 'utf8') };
}

/** Part of the build as the code is, so it is believed as that is. */
function readCompiled(): Readonly<Record<string, CompiledSet>> {
  const compiled = parseJson(readText(nodeDisk, COMPILED)) as Record<string, CompiledSet> | undefined;
  return compiled ?? {};
}
