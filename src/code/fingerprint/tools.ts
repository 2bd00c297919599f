// Package managers, frameworks and test runners, read from manifests and lock files.
import { posix } from 'node:path';
import { z } from 'zod';
import type { ProjectView } from '../project-view.js';
import { isTestFile } from '../test-file.js';

export interface ProjectTools {
  readonly packageManagers: readonly string[];
  readonly frameworks: readonly string[];
  readonly testRunners: readonly string[];
}

const MAX_MANIFESTS = 40;

/** The lock file says more than the manifest: the first of a line that exists names the manager. */
const MANAGERS: readonly (readonly [string, string])[][] = [
  [
    ['pnpm-lock.yaml', 'pnpm'],
    ['yarn.lock', 'yarn'],
    ['bun.lock', 'bun'],
    ['bun.lockb', 'bun'],
    ['package-lock.json', 'npm'],
    ['package.json', 'npm'],
  ],
  [
    ['uv.lock', 'uv'],
    ['poetry.lock', 'poetry'],
    ['Pipfile', 'pipenv'],
    ['requirements.txt', 'pip'],
    ['pyproject.toml', 'pip'],
    ['setup.py', 'pip'],
  ],
  [['go.mod', 'go']],
  [['Cargo.toml', 'cargo']],
  [['Gemfile', 'bundler']],
  [['pom.xml', 'maven']],
  [
    ['build.gradle', 'gradle'],
    ['build.gradle.kts', 'gradle'],
  ],
];

const NODE_FRAMEWORKS = [
  ...['next', 'nuxt', 'react', 'vue', 'svelte', '@angular/core', 'solid-js', 'preact', 'astro', 'electron'],
  ...['express', 'fastify', 'koa', 'hono', '@nestjs/core', 'prisma', 'zod', 'vite', 'webpack', 'commander'],
];
const NODE_RUNNERS = ['vitest', 'jest', 'mocha', 'ava', 'jasmine', 'tap', '@playwright/test', 'cypress'];
const OTHER_FRAMEWORKS = [
  ...['django', 'flask', 'fastapi', 'sqlalchemy', 'pydantic', 'click', 'numpy', 'pandas', 'torch'],
  ...[
    'gin-gonic/gin',
    'labstack/echo',
    'spf13/cobra',
    'actix-web',
    'axum',
    'tokio',
    'clap',
    'serde',
    'rails',
  ],
];
const OTHER_MANIFEST =
  /(?:^|\/)(?:pyproject\.toml|requirements[^/]*\.txt|setup\.(?:py|cfg)|Pipfile|go\.mod|Cargo\.toml|Gemfile)$/;

const Dependencies = z.record(z.string(), z.unknown()).optional().catch(undefined);
const PackageManifest = z.object({
  packageManager: z.string().optional().catch(undefined),
  scripts: z.record(z.string(), z.unknown()).optional().catch(undefined),
  dependencies: Dependencies,
  devDependencies: Dependencies,
  peerDependencies: Dependencies,
});
type PackageManifest = z.infer<typeof PackageManifest>;

export function readTools(project: ProjectView): ProjectTools {
  const packages = readAll(project, /(?:^|\/)package\.json$/).flatMap(parsePackage);
  const names = new Set(packages.flatMap(listDependencies));
  const manifests = readAll(project, OTHER_MANIFEST).join('\n').toLowerCase();
  return {
    packageManagers: listManagers(project.files, packages),
    frameworks: [
      ...NODE_FRAMEWORKS.filter((name) => names.has(name)),
      ...OTHER_FRAMEWORKS.filter((name) => mentions(manifests, name)),
    ],
    testRunners: [
      ...NODE_RUNNERS.filter((name) => names.has(name)),
      ...listBareRunners(project.files, packages, manifests),
    ],
  };
}

/** Manifests near the root first: in a large monorepo they say the most. */
function readAll(project: ProjectView, pattern: RegExp): string[] {
  return project.files
    .filter((path) => pattern.test(path))
    .sort((a, b) => a.split('/').length - b.split('/').length || (a < b ? -1 : 1))
    .slice(0, MAX_MANIFESTS)
    .flatMap((path) => project.read(path) ?? []);
}

function parsePackage(text: string): PackageManifest[] {
  try {
    const parsed = PackageManifest.safeParse(JSON.parse(text));
    return parsed.success ? [parsed.data] : [];
  } catch {
    return [];
  }
}

function listDependencies(manifest: PackageManifest): string[] {
  return [manifest.dependencies, manifest.devDependencies, manifest.peerDependencies].flatMap((group) =>
    Object.keys(group ?? {}),
  );
}

function listManagers(files: readonly string[], packages: readonly PackageManifest[]): string[] {
  const names = new Set(files.map((path) => posix.basename(path)));
  const declared = /^(npm|pnpm|yarn|bun)@/.exec(packages[0]?.packageManager ?? '')?.[1];
  return MANAGERS.flatMap((line, index) => {
    const found = line.find(([file]) => names.has(file))?.[1];
    return (index === 0 ? (declared ?? found) : found) ?? [];
  });
}

/** Runners that come with the language or are configured without being a package of their own. */
function listBareRunners(
  files: readonly string[],
  packages: readonly PackageManifest[],
  manifests: string,
): string[] {
  const scripts = packages.flatMap((manifest) => Object.values(manifest.scripts ?? {}));
  const usesNodeTest = scripts.some(
    (script) => typeof script === 'string' && /\bnode\b.* --test\b/.test(script),
  );
  const usesPytest =
    mentions(manifests, 'pytest') || files.some((path) => /(?:^|\/)(?:pytest\.ini|conftest\.py)$/.test(path));
  const hasPythonTests = files.some((path) => path.endsWith('.py') && isTestFile(path));
  const pythonRunner = usesPytest ? 'pytest' : 'unittest';
  return [
    ...(usesNodeTest ? ['node:test'] : []),
    ...(usesPytest || hasPythonTests ? [pythonRunner] : []),
    ...(files.some((path) => path.endsWith('_test.go')) ? ['go test'] : []),
    ...(files.some((path) => /(?:^|\/)Cargo\.toml$/.test(path)) ? ['cargo test'] : []),
    ...(mentions(manifests, 'rspec') ? ['rspec'] : []),
  ];
}

/** A dependency by name in TOML, requirements or go.mod; reading lines is enough to know that it is there. */
function mentions(manifests: string, name: string): boolean {
  const escaped = name.replace(/[/.]/g, '\\$&');
  return new RegExp(`(?:^|[\\s"'/.])${escaped}(?=$|[\\s"'/=<>~!\\[;,.\\]])`, 'm').test(manifests);
}
