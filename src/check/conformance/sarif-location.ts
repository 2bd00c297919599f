// Where a SARIF log says something is: absolute, encoded, relative to a base, or by number.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { toProjectPath } from './project-path.js';
import type { SarifLocation, SarifRun } from './sarif-shape.js';

const MAX_BASES = 5;

/** Relative to the root; undefined for what lies outside of it. */
export function locateArtifact(run: SarifRun, location: SarifLocation, root: string): string | undefined {
  const { uri, uriBaseId } = { ...findListed(run, location), ...location };
  const named = uri === undefined ? undefined : toFilePath(uri);
  const base = resolveBase(run, uriBaseId, root);
  return base === undefined || named === undefined ? undefined : toProjectPath(root, named, base);
}

/** A location may be a number in the list of all artifacts. */
function findListed({ artifacts = [] }: SarifRun, { index = -1 }: SarifLocation): SarifLocation {
  return artifacts[index]?.location ?? {};
}

/** The folder a base id stands for; one that the log does not explain is the root of the project. */
function resolveBase(run: SarifRun, id: string | undefined, root: string): string | undefined {
  const parts: string[] = [];
  let current = id;
  for (let hops = 0; current !== undefined && hops < MAX_BASES; hops++) {
    const base: SarifLocation | undefined = run.originalUriBaseIds?.[current];
    const folder = base?.uri === undefined ? '' : toFilePath(base.uri);
    if (folder === undefined) return undefined;
    parts.unshift(folder);
    current = base?.uriBaseId;
  }
  return path.resolve(root, ...parts);
}

function toFilePath(uri: string): string | undefined {
  try {
    if (uri.startsWith('file:')) return fileURLToPath(uri);
    return /^[a-z][a-z0-9+.-]+:/i.test(uri) ? undefined : decodeURIComponent(uri);
  } catch {
    // A percent sign that encodes nothing is part of the name.
    return uri.startsWith('file:') ? undefined : uri;
  }
}
