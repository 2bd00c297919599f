// `demo fix`: a tangled project, copied, and fixed as far as it goes.
import { cpSync, existsSync, mkdtempSync, symlinkSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { packageFile, startRepository } from '../platform/index.js';
import { fixTrusted } from './fix.js';
import type { Globals } from './globals.js';
import { note, paint } from './output.js';

const EXAMPLE = packageFile('examples/tangled-shop');

export async function demoFix(globals: Globals): Promise<void> {
  const project = path.join(mkdtempSync(path.join(os.tmpdir(), 'agentforge-demo-')), 'tangled-shop');
  cpSync(EXAMPLE, project, {
    recursive: true,
    filter: (source) => !/node_modules|\/\.agentforge\/(?:tasks|cache|evidence)/.test(source),
  });
  linkCompiler(project);
  await startRepository(project, 'the shop as it grew');
  note(`A copy of examples/tangled-shop is in ${project}.\n`);
  await fixTrusted({ ...globals, project }, 'all', { inPlace: true });
  // The demonstration has shown what there is to see, whatever could not be fixed.
  process.exitCode = 0;
  if (!globals.json) note(paint('dim', `Look around: git -C ${project} diff`, process.stderr));
}

/** Its tests are compiled by the compiler that AgentForge brings. */
function linkCompiler(project: string): void {
  const compiler = path.dirname(createRequire(import.meta.url).resolve('typescript/package.json'));
  const folder = path.join(project, 'node_modules');
  if (existsSync(path.join(folder, 'typescript'))) return;
  mkdirSync(folder, { recursive: true });
  symlinkSync(compiler, path.join(folder, 'typescript'));
}
