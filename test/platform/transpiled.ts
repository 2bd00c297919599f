// Makes modules of `src/platform` runnable by a plain node process, for tests that must kill the process that uses them.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** Writes each module and everything it imports from its own folder as JavaScript; gives back the folder. */
export function transpileModules(names: readonly string[], folder: string): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
  const waiting = [...names];
  const done = new Set<string>();
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (done.has(name)) continue;
    done.add(name);
    const source = readFileSync(path.join(import.meta.dirname, '../../src/platform', `${name}.ts`), 'utf8');
    const { outputText } = ts.transpileModule(source, {
      compilerOptions: {
        module: ts.ModuleKind.ESNext,
        target: ts.ScriptTarget.ES2022,
        verbatimModuleSyntax: true,
      },
    });
    writeFileSync(path.join(folder, `${name}.js`), outputText);
    for (const match of outputText.matchAll(/from '\.\/([\w-]+)\.js'/g)) waiting.push(match[1] ?? '');
  }
  return folder;
}
