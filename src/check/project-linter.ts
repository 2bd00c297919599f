// Which linter a project checks itself with: ESLint with its configuration, or a style guide that brings its own.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { parseJson } from '../platform/index.js';
import { hasEslintConfig } from './conformance/propose-checks.js';

export interface ProjectLinter {
  /** As people call it. */
  readonly name: string;
  /** The package to ask in place of ESLint. */
  readonly guide?: string;
}

const GUIDES = ['standard', 'semistandard', 'ts-standard', 'xo'] as const;

const Manifest = z.object({
  devDependencies: z.record(z.string(), z.unknown()).optional().catch(undefined),
  eslintConfig: z.unknown().optional(),
});

/** Looks only into the folder itself; undefined when there is no linter to ask. */
export function findLinter(root: string): ProjectLinter | undefined {
  const manifest = Manifest.safeParse(parseJson(readIn(root, 'package.json')));
  const { devDependencies = {}, eslintConfig } = manifest.success ? manifest.data : {};
  if (hasEslintConfig(listIn(root)) || eslintConfig !== undefined) return { name: 'ESLint' };
  const guide = GUIDES.find((name) => devDependencies[name] !== undefined);
  return guide === undefined ? undefined : { name: guide, guide };
}

function readIn(root: string, file: string): string | undefined {
  try {
    return readFileSync(path.join(root, file), 'utf8');
  } catch {
    return undefined;
  }
}

function listIn(root: string): string[] {
  try {
    return readdirSync(root);
  } catch {
    return [];
  }
}
