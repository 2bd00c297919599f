import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { build } from 'rolldown';
import { describe, expect, it } from 'vitest';
import {
  compileBuiltinPolicies,
  compilePolicy,
  createPolicyGuards,
  evaluate,
  loadBuiltinGuards,
  loadProjectGuards,
  parseGuards,
  type Guard,
  type GuardedAction,
  type Objection,
} from '../../../src/guard/index.js';
import type { GuardDefinition } from '../../../src/schema/index.js';
import { makeProject } from '../../support/temp-project.js';
import { builtinPolicyGuards, change, edit, judge, OPEN_VIEW, ROOT, say, shell } from './judge-action.js';

const builtin = loadBuiltinGuards();

const guard = (text: string): GuardDefinition => {
  const [loaded] = parseGuards(text, 'own.yaml');
  if (!loaded) throw new Error('no guard');
  return loaded.definition;
};
const own = (text: string, profile: 'standard' | 'team' = 'standard'): Guard[] =>
  createPolicyGuards(compilePolicy({ builtin: [], own: [guard(text)], profile }), { root: ROOT });

describe('guards of a project', () => {
  const write = (files: Record<string, string>): string => {
    const root = makeProject({ 'a.js': '1' });
    mkdirSync(path.join(root, '.agentforge', 'guards'), { recursive: true });
    for (const [name, text] of Object.entries(files))
      writeFileSync(path.join(root, '.agentforge', 'guards', name), text);
    return root;
  };

  it('are none without a folder', () => {
    expect(loadProjectGuards(makeProject({ 'a.js': '1' }))).toEqual([]);
  });

  it('are one in a file, or a list', () => {
    const root = write({
      'one.yaml': 'id: one\nmatch: { path: ["src/**"] }\nverdict: ask\nreason: no\n',
      'two.yml':
        '- id: two\n  match: { tool: [shell] }\n  verdict: warn\n  reason: no\n- id: three\n  match: { tool: [mcp] }\n  verdict: deny\n  reason: no\n',
      'notes.md': 'no guard',
    });
    expect(loadProjectGuards(root).map(({ id }) => id)).toEqual(['one', 'two', 'three']);
  });

  it.each([
    [
      'a key that does not exist',
      'id: a\nverdict: deny\nreason: x\nmatch:\n  pth: [a]\n',
      'own.yaml:5: `pth` is no key of `match`',
    ],
    [
      'a verdict that does not exist',
      'id: a\nmatch: { path: [a] }\nreason: x\nverdict: maybe\n',
      'own.yaml:4: `verdict`',
    ],
    ['no reason', 'id: a\nmatch: { path: [a] }\nverdict: deny\n', '`reason` is missing'],
    [
      'an id that is none',
      'id: A b\nmatch: { path: [a] }\nverdict: deny\nreason: x\n',
      'own.yaml:1: `id`: an id is',
    ],
    [
      'a wrong type',
      'id: a\nmatch:\n  path: src\nverdict: deny\nreason: x\n',
      'own.yaml:3: `match.path` must be a list',
    ],
    ['nothing to match', 'id: a\nverdict: deny\nreason: x\n', 'give `match` or `uses`'],
    [
      'a judge that does not exist',
      'id: a\nuses: magic\nverdict: deny\nreason: x\n',
      'own.yaml:1: the guard a uses magic, but the judges are',
    ],
    [
      'a glob that is none',
      'id: a\nmatch: { path: ["!src/**"] }\nverdict: deny\nreason: x\n',
      'has a glob that cannot be used',
    ],
    ['no YAML', 'id: [a\n', 'is not valid YAML'],
    [
      'the second of a list',
      '- id: a\n  match: { path: [a] }\n  verdict: deny\n  reason: x\n- id: b\n  oops: 1\n  verdict: deny\n  reason: x\n',
      'own.yaml:6: `oops` is no key',
    ],
  ])('are refused with file, line and expectation: %s', (_, text, message) => {
    const root = write({ 'own.yaml': text });
    expect(() => loadProjectGuards(root)).toThrow(message);
  });

  it('are refused when two have one id', () => {
    const text = 'id: a\nmatch: { path: [a] }\nverdict: deny\nreason: x\n';
    expect(() => loadProjectGuards(write({ 'a.yaml': text, 'b.yaml': text }))).toThrow(
      '.agentforge/guards/b.yaml:1: there is a guard a already (.agentforge/guards/a.yaml:1)',
    );
  });

  it.each(['(a+)+b', '(?:a|b)*c', 'x(?=y)', '.*.*=.*', '([a-z]+)*$', '['])(
    'are refused with a pattern that could hang: %s',
    (pattern) => {
      for (const match of [
        `content: '${pattern}'`,
        `command: { pattern: '${pattern}' }`,
        `count: { pattern: '${pattern}', must: not_fall }`,
      ])
        expect(() => guard(`id: a\nmatch: { ${match} }\nverdict: deny\nreason: x\n`)).toThrow(
          'has a pattern that cannot be used',
        );
    },
  );

  it('may be stricter than the built-in one of their id, not weaker', () => {
    const stricter = guard(
      'id: outside-root\nmatch: { path: ["/tmp/**"] }\nverdict: deny\nreason: no {path}\n',
    );
    const guards = createPolicyGuards(compilePolicy({ builtin, own: [stricter], profile: 'standard' }), {
      root: ROOT,
    });
    expect(say(change('/tmp/a', null, 'x'), OPEN_VIEW, guards)).toBe('deny outside-root');
    // The built-in one still judges what the project's does not match.
    expect(say(change('/etc/a', null, 'x'), OPEN_VIEW, guards)).toBe('ask outside-root');
    for (const text of [
      'id: outside-root\nmatch: { path: [x] }\nverdict: warn\nreason: x\n',
      'id: control-files\nmatch: { path: [x] }\nverdict: ask\nreason: x\n',
      'id: control-files\nmatch: { path: [x] }\nverdict: deny\nreason: x\nenabled: false\n',
    ])
      expect(() => compilePolicy({ builtin, own: [guard(text)], profile: 'standard' })).toThrow(
        'can only be stricter',
      );
  });

  it('match what they say: every line must hold', () => {
    const text = `
id: own
match:
  tool: [edit]
  dialect: [claude]
  role: [coder]
  path: ['src/**']
  not_path: ['src/**/*.md']
  added: '\\bTODO\\b'
verdict: deny
reason: '{role} leaves a TODO in {path}'
`;
    const guards = own(text);
    const action = { ...change('src/a.ts', 'a', 'a TODO'), role: 'coder' };
    expect(judge(action, OPEN_VIEW, guards).verdict).toMatchObject({
      reason: 'coder leaves a TODO in src/a.ts',
    });
    const others: GuardedAction[] = [
      { ...action, tool: 'write' },
      { ...action, dialect: 'codex' },
      { ...action, role: 'tester' },
      { ...change('src/a.ts', 'a', 'a TODO') },
      { ...change('lib/a.ts', 'a', 'a TODO'), role: 'coder' },
      { ...change('src/a.md', 'a', 'a TODO'), role: 'coder' },
      { ...change('src/a.ts', 'a TODO', 'b TODO'), role: 'coder' },
      { ...action, stage: 'stop' },
    ];
    for (const other of others) expect(say(other, OPEN_VIEW, guards)).toBe('allow');
  });

  it('know what was removed, what a text holds, and what it counts', () => {
    const removed = own('id: a\nmatch: { removed: "^// @license" }\nverdict: deny\nreason: x\n');
    expect(say(change('a.js', '// @license\nx', 'x'), OPEN_VIEW, removed)).toBe('deny a');
    expect(say(change('a.js', '// @license\nx', '// @license\ny'), OPEN_VIEW, removed)).toBe('allow');
    const content = own('id: a\nmatch: { content: "debugger" }\nverdict: warn\nreason: x\n');
    expect(say(change('a.js', 'debugger', 'debugger;'), OPEN_VIEW, content)).toBe('warn a');
    const count = own(
      'id: a\nmatch: { path: ["**/*.js"], count: { pattern: "console", must: not_rise } }\nverdict: deny\nreason: "{path} {what}"\n',
    );
    expect(say(change('a.js', '', 'console.log()'), OPEN_VIEW, count)).toBe('deny a');
    expect(say(change('a.js', 'console.log()', 'x; console.log()'), OPEN_VIEW, count)).toBe('allow');
  });

  it('that are not enabled, or of another profile, do not judge', () => {
    const off = 'id: a\nmatch: { tool: [edit] }\nverdict: deny\nreason: x\nenabled: false\n';
    expect(own(off)).toEqual([]);
    const team = 'id: a\nmatch: { tool: [edit] }\nverdict: deny\nreason: x\nprofiles: [team]\n';
    expect(own(team)).toEqual([]);
    expect(own(team, 'team')).toHaveLength(1);
  });

  it('show what an agent wrote on one line and not at any length', () => {
    const guards = own(
      'id: a\nmatch: { tool: [shell], command: { program: [rm] } }\nverdict: deny\nreason: "no: {command}"\n',
    );
    const { verdict } = judge(shell(`rm \u001b[31m${'x'.repeat(500)}`), OPEN_VIEW, guards);
    expect(verdict).toHaveProperty('reason', expect.not.stringMatching(/[\u001b\n]/));
    expect(JSON.stringify(verdict).length).toBeLessThan(400);
  });
});

describe('the built-in policy', () => {
  it('has every guard of its profiles, each with its own id', () => {
    const { standard, team } = compileBuiltinPolicies();
    const names = standard.guards.map(({ id }) => id);
    expect(new Set(names).size).toBe(names.length);
    for (const id of [
      'control-files',
      'no-secrets',
      'destructive-git',
      'tested-requires-evidence',
      'destructive-files',
      'outside-root',
    ])
      expect(names).toContain(id);
    expect(team.guards.map(({ id }) => id)).toEqual(
      expect.arrayContaining([
        ...names,
        'orchestrator-does-not-edit',
        'implementation-requires-changes',
        'protected-fields',
        'logs-through-tool',
        'read-before-edit',
      ]),
    );
  });

  it('is plain JSON, and another policy has another hash', () => {
    const policy = compilePolicy({ builtin, profile: 'team' });
    expect(JSON.parse(JSON.stringify(policy))).toEqual(policy);
    expect(compilePolicy({ builtin, profile: 'team' }).hash).toBe(policy.hash);
    expect(compilePolicy({ builtin, profile: 'team', disabled: ['no-secrets'] }).hash).not.toBe(policy.hash);
  });

  it('can be switched off as a whole, by group and one by one', () => {
    expect(compilePolicy({ builtin, profile: 'off' }).guards).toEqual([]);
    const ids = (disabled: string[]): string[] =>
      compilePolicy({ builtin, profile: 'standard', disabled }).guards.map(({ id }) => id);
    expect(ids(['tests-not-weakened']).filter((id) => /^(?:tests?-|snapshots)/.test(id))).toEqual([]);
    expect(ids(['tests-python'])).not.toContain('tests-python');
    expect(ids(['tests-python'])).toContain('tests-javascript');
    expect(() => ids(['tests-pyton'])).toThrow('`guards.disable` names tests-pyton, but there are only');
  });

  it('of teams: who plans does not edit, by the name roles have here', () => {
    const action = change('src/a.ts', 'a', 'b');
    const team = builtinPolicyGuards('team');
    const renamed = builtinPolicyGuards('team', { orchestrator: ['main'] });
    expect(say({ ...action, role: 'orchestrator' }, OPEN_VIEW, team)).toBe('deny orchestrator-does-not-edit');
    expect(say(action, OPEN_VIEW, team)).toBe('allow');
    expect(say(action, OPEN_VIEW, renamed)).toBe('deny orchestrator-does-not-edit');
    expect(say(change('notes.md', 'a', 'b'), OPEN_VIEW, renamed)).toBe('allow');
    expect(say({ ...action, role: 'coder' }, OPEN_VIEW, renamed)).toBe('allow');
  });

  it('of teams: done means that something changed', () => {
    const team = builtinPolicyGuards('team');
    const stop: GuardedAction = {
      tool: 'agent',
      name: 'stop',
      stage: 'stop',
      role: 'coder',
      files: [],
      dialect: 'claude',
    };
    expect(say(stop, OPEN_VIEW, team)).toBe('deny implementation-requires-changes');
    expect(say({ ...stop, files: [{ path: 'a', before: 'a', after: 'b' }] }, OPEN_VIEW, team)).toBe('allow');
    expect(say({ ...stop, role: 'tester' }, OPEN_VIEW, team)).toBe('allow');
  });

  it('of teams: logs through the tool, and what was not read is not edited', () => {
    const team = builtinPolicyGuards('team');
    const read: GuardedAction = {
      tool: 'read',
      name: 'Read',
      files: [],
      reads: ['logs/app.log'],
      dialect: 'claude',
    };
    expect(say(read, OPEN_VIEW, team)).toBe('warn logs-through-tool');
    expect(say({ ...read, reads: ['src/log.ts'] }, OPEN_VIEW, team)).toBe('allow');
    expect(say(shell('cat logs/app.log'), OPEN_VIEW, team)).toBe('warn logs-through-tool-shell');
    expect(say(shell('grep -n x logs/app.log'), OPEN_VIEW, team)).toBe('allow');
    const view = { ...OPEN_VIEW, seen: (name: string) => name === 'a.js' };
    expect(say(change('a.js', 'a', 'b'), view, team)).toBe('allow');
    expect(say(change('b.js', 'a', 'b'), view, team)).toBe('deny read-before-edit');
    expect(say(change('new.js', null, 'b'), view, team)).toBe('allow');
    expect(say(change('b.js', 'a', 'b'), OPEN_VIEW, team)).toBe('allow');
  });

  it('reports every guard that objects, deny first', () => {
    const action = edit(
      { path: '.github/workflows/ci.yml', before: 'a', after: 'b' },
      { path: '.claude/settings.json', before: 'a', after: 'b' },
      { path: 'a.test.js', before: 'it("a", () => {})', after: null },
    );
    const { verdict, objections } = judge(action);
    expect(objections.map(({ guard: name }) => name)).toEqual(
      expect.arrayContaining(['ci-files', 'control-files', 'tests-javascript']),
    );
    expect(verdict.decision).toBe('deny');
  });

  it('is bundled for the hook without zod, YAML or globs', async () => {
    const { output } = await build({
      input: 'src/guard/policy/create-guards.ts',
      platform: 'node',
      write: false,
      logLevel: 'silent',
      treeshake: { moduleSideEffects: false },
    });
    const modules = output.flatMap((chunk) => (chunk.type === 'chunk' ? Object.keys(chunk.modules) : []));
    expect(modules.filter((name) => name.includes('node_modules'))).toEqual([]);
    expect(
      output
        .flatMap((chunk) => (chunk.type === 'chunk' ? chunk.imports : []))
        .filter((name) => !name.startsWith('node:')),
    ).toEqual([]);
  });
});

describe('judging', () => {
  const paths = fc.constantFrom(
    'src/a.ts',
    'a.test.ts',
    '.git/config',
    'package.json',
    'feature-list.json',
    '/etc/x',
    '../x',
    'AGENTS.md',
  );
  const text = fc.option(
    fc.constantFrom(
      '',
      'x',
      'it("a", () => { expect(1).toBe(1); });',
      '{"tested":true}',
      '{"tested":false}',
      '{"scripts":{"test":"true"}}',
    ),
  );
  const files = fc.array(fc.record({ path: paths, before: text, after: text }), { maxLength: 4 });
  const command = fc.constantFrom(
    'git push',
    'git push -f',
    'agentforge trust',
    'npm test',
    'rm -rf x',
    'npx vitest -u',
  );
  const action: fc.Arbitrary<GuardedAction> = fc
    .record({
      files,
      command,
      isShell: fc.boolean(),
      role: fc.constantFrom('coder', 'tester', 'orchestrator'),
    })
    .map(({ files: changed, command: line, isShell, role }) =>
      isShell ? { ...shell(line), files: changed, role } : { ...edit(...changed), role },
    );
  const guards = builtinPolicyGuards('team');
  const weigh = (one: GuardedAction, list: readonly Guard[]): number =>
    ['allow', 'warn', 'ask', 'deny'].indexOf(evaluate(one, OPEN_VIEW, list).verdict.decision);

  it('is pure: the same twice, and nothing is changed', () => {
    fc.assert(
      fc.property(action, (one) => {
        const copy = structuredClone(one);
        const first = evaluate(one, OPEN_VIEW, guards);
        expect(evaluate(one, OPEN_VIEW, guards)).toEqual(first);
        expect(evaluate(copy, OPEN_VIEW, builtinPolicyGuards('team'))).toEqual(first);
        expect(one).toEqual(copy);
      }),
      { numRuns: 100 },
    );
  });

  it('does not depend on the order of guards', () => {
    const show = ({ guard: name, decision }: Objection): string => `${decision} ${name}`;
    fc.assert(
      fc.property(action, fc.shuffledSubarray([...guards], { minLength: guards.length }), (one, shuffled) => {
        const [first, second] = [evaluate(one, OPEN_VIEW, guards), evaluate(one, OPEN_VIEW, shuffled)];
        expect(second.verdict.decision).toBe(first.verdict.decision);
        expect(second.objections.map(show).sort()).toEqual(first.objections.map(show).sort());
      }),
      { numRuns: 100 },
    );
  });

  it('never becomes milder when a guard is added', () => {
    fc.assert(
      fc.property(action, fc.shuffledSubarray([...guards]), fc.nat(guards.length - 1), (one, some, index) => {
        const added = guards[index];
        expect(weigh(one, added ? [...some, added] : some)).toBeGreaterThanOrEqual(weigh(one, some));
      }),
      { numRuns: 200 },
    );
  });

  it('denies when a guard throws', () => {
    const broken: Guard = {
      name: 'broken',
      judge: () => {
        throw new Error('no');
      },
    };
    expect(say(change('src/a.ts', 'a', 'b'), OPEN_VIEW, [...guards, broken])).toBe('deny broken');
    const unknown = createPolicyGuards({
      version: 1,
      profile: 'standard',
      hash: '',
      guards: [
        { id: 'odd', stage: 'pre', match: {}, uses: 'toString', verdict: 'warn', reason: '', hint: '' },
      ],
    });
    expect(say(change('src/a.ts', 'a', 'b'), OPEN_VIEW, unknown)).toBe('deny odd');
  });
});
