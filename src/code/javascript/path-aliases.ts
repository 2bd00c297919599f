// Reads `baseUrl` and `paths` from the tsconfig and jsconfig files of a project.
import { posix } from 'node:path';
import { z } from 'zod';
import type { PathAliases } from '../language-provider.js';
import type { ProjectView } from '../project-view.js';
import { loadTypeScript } from './load-typescript.js';
import type { TypeScript } from './load-typescript.js';

const CONFIG_FILE = /(?:^|\/)[tj]sconfig(?:\.[\w.-]+)?\.json$/;
const MAX_CONFIGS = 200;
const MAX_EXTENDS = 5;

const ConfigFile = z.object({
  extends: z.string().optional().catch(undefined),
  compilerOptions: z
    .object({
      baseUrl: z.string().optional().catch(undefined),
      paths: z.record(z.string(), z.array(z.string())).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
});
type ConfigFile = z.infer<typeof ConfigFile>;

/** Folder → aliases of the first configuration there that has any; tsconfig.json comes before its variants. */
export async function loadPathAliases(project: ProjectView): Promise<ReadonlyMap<string, PathAliases>> {
  const found = new Map<string, PathAliases>();
  const configs = project.files.filter((path) => CONFIG_FILE.test(path)).slice(0, MAX_CONFIGS);
  if (configs.length === 0) return found;
  const compiler = await loadTypeScript();
  for (const path of configs.sort((a, b) => a.length - b.length || (a < b ? -1 : 1))) {
    const folder = toFolder(path);
    const aliases = found.has(folder) ? undefined : readAliases(compiler, path, project);
    if (aliases !== undefined) found.set(folder, aliases);
  }
  return found;
}

function readAliases(compiler: TypeScript, path: string, project: ProjectView): PathAliases | undefined {
  let current: string | undefined = path;
  for (let hops = 0; current !== undefined && hops < MAX_EXTENDS; hops++) {
    const config = parseConfig(compiler, current, project);
    const aliases = config === undefined ? undefined : toAliases(config, toFolder(current));
    if (aliases !== undefined) return aliases;
    current = toParent(config?.extends, current);
  }
  return undefined;
}

function parseConfig(compiler: TypeScript, path: string, project: ProjectView): ConfigFile | undefined {
  const text = project.read(path);
  if (text === undefined) return undefined;
  const parsed: { config?: unknown } = compiler.parseConfigFileTextToJson(path, text);
  return ConfigFile.safeParse(parsed.config).data;
}

function toAliases(config: ConfigFile, folder: string): PathAliases | undefined {
  const { baseUrl, paths } = config.compilerOptions ?? {};
  if (baseUrl === undefined && paths === undefined) return undefined;
  const base = posix.join(folder, baseUrl ?? '.');
  const patterns = Object.entries(paths ?? {})
    .map(([pattern, targets]) => ({ pattern, targets: targets.map((target) => posix.join(base, target)) }))
    .sort((a, b) => measurePrefix(b.pattern) - measurePrefix(a.pattern));
  return baseUrl === undefined ? { patterns } : { baseUrl: base, patterns };
}

/** An exact pattern beats any with a star, and a longer literal beginning beats a shorter one. */
function measurePrefix(pattern: string): number {
  const star = pattern.indexOf('*');
  return star === -1 ? Number.MAX_SAFE_INTEGER : star;
}

/** Only relative parents are followed; presets from packages set no paths of this project. */
function toParent(parent: string | undefined, from: string): string | undefined {
  if (parent?.startsWith('.') !== true) return undefined;
  const path = posix.join(posix.dirname(from), parent);
  if (path.startsWith('../')) return undefined;
  return path.endsWith('.json') ? path : `${path}.json`;
}

function toFolder(path: string): string {
  const folder = posix.dirname(path);
  return folder === '.' ? '' : folder;
}
