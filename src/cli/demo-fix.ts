// `demo fix`: a tangled project, copied, and fixed as far as it goes.
import { cpSync, existsSync, mkdtempSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { packageFile, startRepository } from '../platform/index.js';
import { fixTrusted } from './fix.js';
import type { Globals } from './globals.js';
import { note, paint } from './output.js';

const EXAMPLE = packageFile('examples/tangled-shop');

export async function demoFix(globals: Globals, { keep }: { readonly keep?: boolean }): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'agentforge-demo-'));
  const project = path.join(folder, 'tangled-shop');
  try {
    await prepare(project);
    note('Fixing a copy of examples/tangled-shop, with its own tests as the judge.');
    await fixTrusted({ ...globals, project }, 'all', { inPlace: true, brief: true });
    // The demonstration has shown what there is to see, whatever could not be fixed.
    process.exitCode = 0;
    note(paint('dim', keep ? describeKept(project) : KEEP_HINT, process.stderr));
  } finally {
    if (!keep) rmSync(folder, { recursive: true, force: true });
  }
}

const KEEP_HINT = 'The copy is gone again; with --keep it stays, to look at the whole diff.';

function describeKept(project: string): string {
  return `The copy is in ${project}: git -C ${project} diff`;
}

async function prepare(project: string): Promise<void> {
  cpSync(EXAMPLE, project, {
    recursive: true,
    filter: (source) => !/node_modules|\/\.agentforge\/(?:tasks|cache|evidence)/.test(source),
  });
  linkCompiler(project);
  await startRepository(project, 'the shop as it grew');
}

/** Its tests are compiled by the compiler that AgentForge brings. */
function linkCompiler(project: string): void {
  const compiler = path.dirname(createRequire(import.meta.url).resolve('typescript/package.json'));
  const folder = path.join(project, 'node_modules');
  if (existsSync(path.join(folder, 'typescript'))) return;
  mkdirSync(folder, { recursive: true });
  symlinkSync(compiler, path.join(folder, 'typescript'));
}
