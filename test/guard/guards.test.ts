import { describe, expect, it } from 'vitest';
import {
  builtinGuards,
  evaluate,
  type Guard,
  type GuardedAction,
  type GuardView,
  type Verdict,
} from '../../src/guard/index.js';

const VIEW: GuardView = {
  refuseWrite: (path) => (path.startsWith('..') ? `"${path}" is outside the project` : undefined),
  pinned: new Set(['package.json']),
  trustedCommands: new Set([JSON.stringify(['npm', 'test'])]),
};

const edit = (...paths: string[]): GuardedAction => ({
  tool: 'edit',
  name: 'write_file',
  files: paths.map((path) => ({ path, before: null, after: 'x' })),
});
const judge = (action: GuardedAction, guards: readonly Guard[] = builtinGuards): Verdict =>
  evaluate(action, VIEW, guards).verdict;

describe('the built-in guards', () => {
  it('allow an edit inside the project, a read and a note', () => {
    expect(judge(edit('src/a.js', 'src/b.js'))).toEqual({ decision: 'allow' });
    expect(judge({ tool: 'read', name: 'read', files: [] })).toEqual({ decision: 'allow' });
  });

  it('deny what leaves the project, though every other file of the edit is fine', () => {
    expect(judge(edit('src/a.js', '../b.js'))).toMatchObject({
      decision: 'deny',
      guard: 'confinement',
      reason: expect.stringContaining('outside') as string,
    });
  });

  it('ask a person about files that decide how tests run', () => {
    expect(judge(edit('package.json'))).toMatchObject({ decision: 'ask', guard: 'pinned-files' });
  });

  it('let a denial win over a question, and report both', () => {
    const { verdict, objections } = evaluate(edit('package.json', '../x'), VIEW, builtinGuards);
    expect(verdict.decision).toBe('deny');
    expect(objections.map(({ guard }) => guard).sort()).toEqual(['confinement', 'pinned-files']);
  });

  it('deny a command that trusted configuration does not name, word for word', () => {
    const command = (...argv: string[]): GuardedAction => ({
      tool: 'command',
      name: 'run_command',
      files: [],
      argv,
    });
    expect(judge(command('npm', 'test'))).toEqual({ decision: 'allow' });
    for (const argv of [[], ['npm'], ['npm', 'test', '--', 'x'], ['npm test'], ['sh', '-c', 'npm test']])
      expect(judge(command(...argv))).toMatchObject({ decision: 'deny', guard: 'trusted-command' });
  });

  it('deny edits too large to judge or to record', () => {
    const large: GuardedAction = {
      tool: 'edit',
      name: 'write_file',
      files: [{ path: 'a', before: null, after: 'x'.repeat(2_000_001) }],
    };
    expect(judge(large)).toMatchObject({
      guard: 'edit-size',
      reason: expect.stringContaining('2 MB') as string,
    });
    expect(judge(edit(...Array.from({ length: 51 }, (_, index) => `f${index}`)))).toMatchObject({
      guard: 'edit-size',
      reason: expect.stringContaining('50 files') as string,
    });
    expect(
      judge(edit(...Array.from({ length: 40 }, (_, index) => `${'漢'.repeat(200)}${index}`))),
    ).toMatchObject({ guard: 'edit-size', reason: expect.stringContaining('paths') as string });
  });

  it('say what to do instead, whatever they object to', () => {
    for (const action of [edit('../a'), edit('package.json'), { ...edit(), argv: ['x'] }]) {
      for (const { reason, hint } of evaluate(action, VIEW, builtinGuards).objections)
        expect(Math.min(reason.length, hint.length)).toBeGreaterThan(10);
    }
  });
});

describe('a guard that breaks', () => {
  it('denies, and says that it broke', () => {
    const broken: Guard = {
      name: 'moon-phase',
      judge: () => {
        throw new Error('no moon');
      },
    };
    expect(judge(edit('a.js'), [...builtinGuards, broken])).toMatchObject({
      decision: 'deny',
      guard: 'moon-phase',
      reason: expect.stringContaining('could not be evaluated (no moon)') as string,
    });
  });
});
