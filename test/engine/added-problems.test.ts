// A change must not bring type errors, or violations of the checks a project set up, into the files it touches.
import { describe, expect, test } from 'vitest';
import type { ScriptLine } from '../../src/model/index.js';
import { readProjectFile } from '../support/project-file.js';
import { runScript } from '../support/run-script.js';

const TSCONFIG = JSON.stringify({ compilerOptions: { strict: true, target: 'es2022', types: [] } });
const PRICE = 'export const price: number = 1;\nexport const old: string = 2;\n';
const TARGET = { target_files: [{ path: 'price.ts', status: 'to_modify' }] };
const CHECKS = `
checks:
  - id: no-debugger
    kind: regex
    severity: error
    files: ['**/*.ts']
    config: { forbid: '\\bdebugger\\b', message: debugger statement }
`;

function edit(old: string, text: string): ScriptLine {
  return { action: 'edit_file', parameters: { path: 'price.ts', old, new: text } };
}

describe('a change that brings a type error', () => {
  test('is undone, and the reason is the error', async () => {
    const { root, state } = await runScript({
      files: { 'work.txt': 'TODO', 'tsconfig.json': TSCONFIG, 'price.ts': PRICE },
      spec: { inputs: TARGET },
      script: [edit('number = 1', "number = 'free'")],
    });
    expect(readProjectFile(root, 'price.ts')).toBe(PRICE);
    const last = (await state()).recent.at(-1);
    expect(last?.result).toBe('reverted');
    expect(last?.summary).toContain(
      "it brings a new problem: price.ts: Type 'string' is not assignable to type 'number' in `export const price: number = 'free';`",
    );
  });

  test('is kept when the error was there before, or packages are only not installed', async () => {
    const { root, state } = await runScript({
      files: { 'work.txt': 'TODO', 'tsconfig.json': TSCONFIG, 'price.ts': PRICE },
      spec: { inputs: TARGET },
      script: [
        edit('number = 1', 'number = 3'),
        edit('export const old', "import 'not-here';\nexport const old"),
      ],
    });
    expect(readProjectFile(root, 'price.ts')).toContain("import 'not-here'");
    expect((await state()).recent.map(({ result }) => result)).toEqual(['success', 'success']);
  });

  test('may be red for a while where a type allows that, and is gone at the end of the set', async () => {
    const { root, state, eventsOf } = await runScript({
      files: { 'work.txt': 'TODO', 'tsconfig.json': TSCONFIG, 'price.ts': PRICE },
      spec: { type: 'custom', inputs: TARGET },
      script: [
        edit('number = 1', "number = 'free'"),
        edit('export const old', 'export const more = 1;\nexport const old'),
        edit("number = 'free'", 'number = 0'),
      ],
    });
    expect(await eventsOf('change-set-opened')).toHaveLength(1);
    expect((await eventsOf('change-set-closed')).map(({ outcome }) => outcome)).toEqual(['kept']);
    expect((await state()).verification?.added).toBeUndefined();
    expect(readProjectFile(root, 'price.ts')).toContain('number = 0');
  });
});

describe('a change that violates a check', () => {
  const FILES = { 'work.txt': 'TODO', 'price.ts': 'export const price = 1;\ndebugger;\n' };
  const script = [edit('price = 1;', 'price = 1;\ndebugger;')];

  test('of the project is undone', async () => {
    const { state } = await runScript({
      files: { ...FILES, '.agentforge/checks/project.yaml': CHECKS },
      spec: { inputs: TARGET },
      script,
    });
    const last = (await state()).recent.at(-1);
    expect(last?.result).toBe('reverted');
    expect(last?.summary).toContain('debugger statement (no-debugger) in `debugger;`');
  });

  test('is kept when it does not bring more of them', async () => {
    const { state } = await runScript({
      files: { ...FILES, '.agentforge/checks/project.yaml': CHECKS },
      spec: { inputs: TARGET },
      script: [edit('price = 1;\ndebugger;', 'price = 2;\n\ndebugger;')],
    });
    expect((await state()).recent.at(-1)?.result).toBe('success');
  });

  test.each([
    ['standard', 'blocked'],
    ['off', 'reverted'],
  ])('of secrets does not stay, and no reason holds the secret, with guards %s', async (profile, result) => {
    const secret = ['ghp', 'q8Zr5tXw2LmN7vKp4sBdY1cF6gH3jA9eRu0T'].join('_');
    const { state, events } = await runScript({
      files: {
        ...FILES,
        '.agentforge/checks/project.yaml': 'use: [secrets]\n',
        '.agentforge/config.yaml': `guards: { profile: ${profile} }\n`,
      },
      trusted: true,
      spec: { inputs: TARGET },
      script: [edit('price = 1;', `price = 1;\nconst token = '${secret}';`)],
    });
    expect((await state()).recent.at(-1)?.result).toBe(result);
    expect(JSON.stringify(await events())).not.toContain(secret);
  });

  test('that no one set up here is kept', async () => {
    const { state } = await runScript({ files: FILES, spec: { inputs: TARGET }, script });
    expect((await state()).recent.at(-1)?.result).toBe('success');
  });
});
