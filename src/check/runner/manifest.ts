// The parts of a package.json that say how its tests are run.
import { z } from 'zod';

export interface PackageManifest {
  readonly scripts: Readonly<Record<string, string>>;
  /** Names of everything it depends on, for development too. */
  readonly dependencies: ReadonlySet<string>;
  readonly version: readonly number[];
  readonly bin: string | Readonly<Record<string, string>> | undefined;
  /** The settings of mocha that lie in package.json. */
  readonly mocha: unknown;
}

const Names = z.record(z.string(), z.unknown()).optional().catch(undefined);

const Manifest = z.object({
  version: z.string().optional().catch(undefined),
  scripts: z.record(z.string(), z.string().catch('')).optional().catch(undefined),
  dependencies: Names,
  devDependencies: Names,
  bin: z
    .union([z.string(), z.record(z.string(), z.string())])
    .optional()
    .catch(undefined),
  mocha: z.unknown().optional(),
});

export function readManifest(document: unknown): PackageManifest | undefined {
  const parsed = Manifest.safeParse(document);
  if (!parsed.success) return undefined;
  const { version = '', scripts = {}, dependencies = {}, devDependencies = {}, bin, mocha } = parsed.data;
  return {
    scripts,
    dependencies: new Set([...Object.keys(dependencies), ...Object.keys(devDependencies)]),
    version: version.split('.', 2).map((part) => Number.parseInt(part, 10) || 0),
    bin,
    mocha,
  };
}
