import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { recordCoverage } from '../../../../src/app/prove/coverage/plan-coverage.js';
import { readV8 } from '../../../../src/app/prove/coverage/read-v8.js';
import type { CommandRun } from '../../../../src/check/index.js';
import { makeTempProject } from '../../../support/walled-project.js';

const OUTCOME = { exitCode: 0, timedOut: false, output: '', durationMs: 1 };

/** How a command is run, and what is read when the runner has written `files` where it was told to. */
async function record(
  command: readonly string[],
  { files = {}, modules = [] }: { files?: Record<string, unknown>; modules?: string[] } = {},
): Promise<{ asked: CommandRun; lines: (string | boolean | undefined)[] }> {
  const { root } = makeTempProject({ 'src/a.js': 'export const a = 1;\nif (a > 1) {\n  a();\n}\n' });
  for (const name of modules) mkdirSync(path.join(root, 'node_modules', name), { recursive: true });
  let asked: CommandRun | undefined;
  const recording = recordCoverage(
    async (run) => {
      asked = run;
      const folder = run.writable?.[0] ?? '';
      for (const [name, value] of Object.entries(files))
        writeFileSync(path.join(folder, name), JSON.stringify(value).replaceAll('ROOT', root));
      return OUTCOME;
    },
    command,
    root,
  );
  await recording.run({ name: 'tests', argv: command, timeoutMs: 1 });
  const coverage = recording.read(root, new Set(['src/a.js']));
  recording.dispose();
  if (!asked) throw new Error('Nothing was run.');
  const lines =
    'of' in coverage ? [1, 2, 3].map((line) => coverage.of('src/a.js')?.(line)) : [coverage.unknown];
  return { asked, lines };
}

describe('recording which lines run', () => {
  it('lets node write it and reads nested ranges of several processes', async () => {
    const script = (count: number): unknown => ({
      result: [
        {
          url: 'file://ROOT/src/a.js',
          functions: [
            { ranges: [{ startOffset: 0, endOffset: 43, count: 1 }] },
            { ranges: [{ startOffset: 31, endOffset: 43, count }] },
          ],
        },
      ],
    });
    const { asked, lines } = await record(['node', '--test'], { files: { 'a.json': script(0) } });
    expect(asked.environment).toEqual({ NODE_V8_COVERAGE: asked.writable?.[0] });
    expect(lines).toEqual([true, true, false]);
    const both = await record(['npm', 'test'], { files: { 'a.json': script(1), 'b.json': script(0) } });
    expect(both.lines).toEqual([true, true, true]);
  });

  it('asks jest for statements, in place of the option that turns them off', async () => {
    const place = (from: number, to: number): unknown => ({ start: { line: from }, end: { line: to } });
    const file = {
      path: 'ROOT/src/a.js',
      statementMap: { '0': place(1, 1), '1': place(2, 4), '2': place(3, 3) },
      s: { '0': 1, '1': 1, '2': 0 },
    };
    const { asked, lines } = await record(['node', 'node_modules/jest/bin/jest.js', '--coverage=false'], {
      files: { 'coverage-final.json': { 'ROOT/src/a.js': file } },
    });
    expect(asked.argv).toContain('--coverageReporters=json');
    expect(asked.argv).not.toContain('--coverage=false');
    expect(lines).toEqual([true, true, false]);
  });

  it('asks vitest only where it can answer, and says so of what it does not know', async () => {
    const modules = ['@vitest/coverage-v8'];
    const command = ['node', 'node_modules/vitest/vitest.mjs', 'run', '--coverage.enabled=false'];
    expect((await record(command, { modules })).asked.argv).toContain('--coverage.enabled=true');
    const without = await record(command);
    expect(without.asked.argv).toEqual(command);
    expect(without.lines).toEqual([expect.stringContaining('@vitest/coverage-v8')]);
    expect((await record(['cargo', 'test'])).lines).toEqual([expect.stringContaining('cargo')]);
    expect((await record(['node', '--test'])).lines).toEqual([
      expect.stringContaining('no file of the project'),
    ]);
  });

  it('follows a source map to the file that was built', async () => {
    const text =
      'export type Price = number;\n\nexport function f(a: Price): number {\n  if (a > 1) {\n    return 1;\n  }\n  return 2;\n}\n';
    const { outputText, sourceMapText = '' } = ts.transpileModule(text, {
      fileName: 'a.ts',
      compilerOptions: { sourceMap: true, module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
    });
    const { root, outside } = makeTempProject({
      'package.json': '{"type":"module"}',
      'src/a.ts': text,
      'dist/a.js': outputText,
      'dist/a.js.map': sourceMapText.replace('"a.ts"', '"../src/a.ts"'),
      'main.js': "import { f } from './dist/a.js';\nf(1);\n",
    });
    const folder = path.join(outside, 'coverage');
    execFileSync('node', ['main.js'], { cwd: root, env: { ...process.env, NODE_V8_COVERAGE: folder } });
    const coverage = readV8(folder, root, new Set(['src/a.ts']));
    const lines = 'of' in coverage ? coverage.of('src/a.ts') : undefined;
    expect([4, 5, 7].map((line) => lines?.(line))).toEqual([true, false, true]);
  });
});
