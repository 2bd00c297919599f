// Names the exact content of a workspace, so that evidence holds for that content and no other.
import { createHash } from 'node:crypto';
import { constants, type BigIntStats } from 'node:fs';
import { lstat, open, readlink } from 'node:fs/promises';
import path from 'node:path';
import { changedFiles, findRepository } from './git.js';
import { isDiskError } from './disk.js';
import { canonicalJson, sha256 } from './hash.js';

/** Content hashes by absolute path, kept in memory by the caller from one call to the next. */
export type HashCache = Map<string, CachedHash>;

export interface CachedHash {
  /** Inode, size and times at the moment of hashing. */
  readonly stamp: string;
  readonly changedAtMs: number;
  readonly hashedAtMs: number;
  readonly hash: string;
}

export interface WorkspaceHashOptions {
  readonly cache?: HashCache;
  /** Outside git: the files the task read or wrote. */
  readonly extraPaths?: readonly string[];
}

export async function workspaceHash(
  root: string,
  options: WorkspaceHashOptions = {},
): Promise<{ hash: string; files: number }> {
  const repository = await findRepository(root);
  const paths = repository
    ? (await changedFiles(root, repository)).map((file) => file.path)
    : (options.extraPaths ?? []);
  const counted = [...new Set(paths)]
    .filter((file) => file !== '.agentforge' && !file.startsWith('.agentforge/'))
    .sort();
  const files: (readonly [string, string, string])[] = [];
  for (const file of counted)
    files.push([file, ...(await describeFile(path.resolve(root, file), options.cache))]);
  return { hash: sha256(canonicalJson({ base: repository?.head ?? null, files })), files: files.length };
}

/** Mode and content hash, in git's terms. */
type Description = readonly [mode: string, hash: string];

async function describeFile(absolute: string, cache: HashCache | undefined): Promise<Description> {
  try {
    const stat = await lstat(absolute, { bigint: true });
    if (stat.isSymbolicLink()) return ['120000', sha256(await readlink(absolute, { encoding: 'buffer' }))];
    if (stat.isDirectory()) return ['160000', (await findRepository(absolute))?.head ?? ''];
    if (!stat.isFile()) return ['special', ''];
    return [stat.mode & 0o100n ? '100755' : '100644', await hashContent(absolute, stat, cache)];
  } catch (error) {
    if (isDiskError(error, 'ENOENT', 'ENOTDIR')) return ['deleted', ''];
    // What we may not read, the commands we start may not read either.
    if (isDiskError(error, 'EACCES', 'EPERM')) return ['unreadable', ''];
    throw error;
  }
}

/**
 * A file written in the same instant it was hashed keeps its size and times, so a hash is trusted only when the file had
 * already been at rest for this long. The change time counts too: it cannot be set back.
 */
const REST_MS = 2_000;

async function hashContent(
  absolute: string,
  stat: BigIntStats,
  cache: HashCache | undefined,
): Promise<string> {
  const stamp = [stat.dev, stat.ino, stat.size, stat.mtimeNs, stat.ctimeNs].join('.');
  const known = cache?.get(absolute);
  if (known?.stamp === stamp && known.hashedAtMs - known.changedAtMs >= REST_MS) return known.hash;
  const hashedAtMs = Date.now();
  const hash = await hashFile(absolute);
  const changedAtMs = Math.max(Number(stat.mtimeMs), Number(stat.ctimeMs));
  cache?.set(absolute, { stamp, changedAtMs, hashedAtMs, hash });
  return hash;
}

const CHUNK_BYTES = 1024 * 1024;

/** In chunks, because an untracked file can be larger than memory. */
async function hashFile(absolute: string): Promise<string> {
  const handle = await open(absolute, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const digest = createHash('sha256');
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, CHUNK_BYTES, null);
      if (bytesRead === 0) return digest.digest('hex');
      digest.update(buffer.subarray(0, bytesRead));
    }
  } finally {
    await handle.close();
  }
}
