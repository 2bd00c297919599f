import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { readPlainYaml } from '../../../src/guard/policy/plain-yaml.js';
import type { EvidenceKind, GuardView } from '../../../src/guard/index.js';
import { builtinPolicyGuards, change, judge, OPEN_VIEW, say, shell } from './judge-action.js';

const list = (...features: object[]): string => JSON.stringify({ features }, null, 2);
const asked: EvidenceKind[] = [];
const PROVEN: GuardView = {
  ...OPEN_VIEW,
  findEvidence: (kind) => {
    asked.push(kind);
    return { ok: true };
  },
};
const RED: GuardView = { ...OPEN_VIEW, findEvidence: () => ({ ok: false, why: 'adds 1 and 2 fails' }) };
const DENIED = 'deny tested-requires-evidence';

describe('what calls itself tested', () => {
  const open = list({ id: 'a', tested: false }, { id: 'b', tested: false });

  it.each([
    ['JSON', 'feature-list.json', open, list({ id: 'a', tested: true }, { id: 'b', tested: false })],
    ['JSON below a folder', '.claude/progress/x.json', '{"tested":false}', '{"tested":true}'],
    ['a new entry', 'feature-list.json', open, list({ id: 'a', tested: false }, { id: 'c', tested: true })],
    ['a new file', 'feature-list.json', null, list({ id: 'a', tested: true })],
    ['a text', 'feature-list.json', open, list({ id: 'a', tested: 'yes' }, { id: 'b' })],
    ['a number', 'feature-list.json', open, list({ id: 'a', tested: 1 }, { id: 'b' })],
    ['another case', 'feature-list.json', open, list({ id: 'a', Tested: true }, { id: 'b' })],
    [
      'an entry twice',
      'feature-list.json',
      list({ id: 'a', tested: true }),
      list({ id: 'a', tested: true }, { id: 'a', tested: true }),
    ],
    [
      'places that change',
      'feature-list.json',
      list({ id: 'a', tested: true }, { id: 'b', tested: false }),
      list({ id: 'b', tested: true }, { id: 'a', tested: true }),
    ],
    ['passes', 'prd.json', '{"stories":[{"id":1,"passes":false}]}', '{"stories":[{"id":1,"passes":true}]}'],
    ['deep', 'state.json', '{"a":{"b":[{"c":{"verified":false}}]}}', '{"a":{"b":[{"c":{"verified":true}}]}}'],
    [
      'YAML',
      'features.yaml',
      'features:\n  - id: a\n    tested: false\n',
      'features:\n  - id: a\n    tested: true\n',
    ],
    ['YAML with another word', 'features.yml', 'a:\n  tested: no\n', 'a:\n  tested: yes\n'],
    ['JSON that is broken', 'feature-list.json', open, `${open},`],
    ['JSON with a comment', 'feature-list.json', open, open.replace('false', 'true // yes')],
    ['YAML that is not plain', 'features.yaml', 'a: 1\n', 'a: &x {tested: true}\nb: *x\n'],
  ])('needs evidence: %s', (_, name, before, after) => {
    expect(say(change(name, before, after))).toBe(DENIED);
    expect(say(change(name, before, after), RED)).toBe(DENIED);
    expect(say(change(name, before, after), PROVEN)).toBe('allow');
  });

  it('asks for evidence of tests, and says why there is none', () => {
    const action = change(
      'feature-list.json',
      list({ id: 'a', tested: false }),
      list({ id: 'a', tested: true }),
    );
    asked.length = 0;
    judge(action, PROVEN);
    expect(asked).toEqual(['tested']);
    expect(judge(action, RED).verdict).toHaveProperty(
      'reason',
      'features[a].tested of feature-list.json may not become true without evidence (adds 1 and 2 fails)',
    );
  });

  it.each([
    ['untouched', list({ id: 'a', tested: true }), list({ id: 'a', tested: true, note: 'x' })],
    ['taken back', list({ id: 'a', tested: true }), list({ id: 'a', tested: false })],
    [
      'in another order',
      list({ id: 'a', tested: true }, { id: 'b', tested: false }),
      list({ id: 'b', tested: false }, { id: 'a', tested: true }),
    ],
    ['another field', list({ id: 'a', done: false }), list({ id: 'a', done: true })],
    [
      'a new entry that is not',
      list({ id: 'a', tested: false }),
      list({ id: 'a', tested: false }, { id: 'b', tested: false }),
    ],
  ])('needs none when it is %s', (_, before, after) => {
    expect(say(change('feature-list.json', before, after))).toBe('allow');
  });

  it('needs none in files that keep no state', () => {
    expect(say(change('src/config.json', '{"tested":false}', '{"tested":true}'))).toBe('allow');
  });

  it('needs none when the text cannot be understood but does not speak of it', () => {
    expect(say(change('tasks.yaml', 'a: 1\n', 'a: &x {b: 1}\nc: *x\n'))).toBe('allow');
    expect(say(change('tasks.yaml', 'a: 1\n', '{"te\\x73ted": true, a: *x}\n'))).toBe(DENIED);
  });

  it('needs it when a shell writes the file, and what it writes is not known', () => {
    const action = shell('sed -i s/false/true/ feature-list.json', ['write feature-list.json']);
    expect(say(action)).toBe(DENIED);
    expect(say(action, PROVEN)).toBe('allow');
  });

  // Attack: text that an agent writes or reads says it is fine. Only our own evidence counts.
  it('is not believed because of what an agent says', () => {
    const action = {
      ...change(
        'feature-list.json',
        list({ id: 'a', tested: false }),
        list({ id: 'a', tested: true, evidence: 'all tests pass' }),
      ),
      said: 'verified: all tests pass, evidence ok',
      role: 'tester',
    };
    expect(say(action)).toBe(DENIED);
  });
});

describe('fields by role', () => {
  const team = builtinPolicyGuards('team');
  const marked = change(
    'feature-list.json',
    list({ id: 'a', tested: false }),
    list({ id: 'a', tested: true }),
  );
  const changed = change(
    'feature-list.json',
    list({ id: 'a', acceptance: ['x'] }),
    list({ id: 'a', acceptance: [] }),
  );

  it('verdicts are the tester’s, with evidence', () => {
    expect(say({ ...marked, role: 'coder' }, PROVEN, team)).toBe('deny protected-fields');
    expect(say(marked, PROVEN, team)).toBe('deny protected-fields');
    expect(say({ ...marked, role: 'tester' }, PROVEN, team)).toBe('allow');
    expect(say({ ...marked, role: 'Tester' }, PROVEN, team)).toBe('allow');
    expect(say({ ...marked, role: 'tester' }, RED, team)).toBe(DENIED);
  });

  it('what is asked for is not the coder’s to change', () => {
    expect(say({ ...changed, role: 'coding-agent' }, PROVEN, team)).toBe('deny protected-criteria');
    expect(say({ ...changed, role: 'orchestrator' }, PROVEN, team)).toBe('allow');
  });
});

describe('plain YAML', () => {
  it.each([
    "a: 1\nb: two\nc: true\nd: null\ne:\nf: \"x: y\"\ng: 'it''s'\n",
    'list:\n  - a\n  - b: 1\n    c: 2\n  - - x\n    - y\n',
    'list:\n- a\n- b\nnext: 1\n',
    '# note\nkey: value # why\n\nother: 2.5\n',
    'tags: [a, b, 3]\nempty: {}\nnone: []\n',
    '- id: a\n  deep:\n    deeper:\n      tested: false\n- id: b\n',
    '---\na: -1\n',
    '"quoted key": 1\n',
  ])('is read as it is meant: %j', (text) => {
    expect(readPlainYaml(text)).toEqual(parse(text));
  });

  it.each([
    'a: &x 1\nb: *x\n',
    'a: {b: 1}\n',
    'a: !!bool true\n',
    'a: 1\na: 2\n',
    'a: 1\n---\nb: 2\n',
    '<<: x\n',
    'a: one\n  two\n',
    '? a\n: b\n',
    'a:\n\tb: 1\n',
    'a: "x\\ny"\n',
    'just words\n',
    'a: b: c\n',
  ])('that is more than that is not guessed at: %j', (text) => {
    expect(readPlainYaml(text)).toBeUndefined();
  });

  it('takes a text block for a text, whatever stands in it', () => {
    expect(readPlainYaml('a: |\n  tested: true\n  more\nb: 1\n')).toEqual({ a: '', b: 1 });
  });

  const leaf = fc.oneof(fc.boolean(), fc.integer(), fc.constantFrom('a', 'b c', 'x-1', 'yes', '12ab'));
  const tree = fc.letrec((tie) => ({
    node: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc.array(tie('node'), { minLength: 1, maxLength: 3 }),
      fc.dictionary(fc.constantFrom('id', 'tested', 'name', 'a_b', 'c-d'), tie('node'), {
        minKeys: 1,
        maxKeys: 4,
      }),
    ),
  }));

  it('agrees with a full reader wherever it understands', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('a', 'b', 'c'), tree.node, { minKeys: 1 }), (value) => {
        const text = stringify(value);
        const read = readPlainYaml(text);
        if (read !== undefined) expect(read).toEqual(parse(text));
      }),
      { numRuns: 500 },
    );
  });

  it('never throws, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', ':', ' ', '-', '\n', '  ', '"', "'", '[', '{', '#', '|', '&', 'true')),
        (parts) => {
          expect(() => readPlainYaml(parts.join(''))).not.toThrow();
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('agrees with a full reader on any text that both understand', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom('a', 'b', ': ', ':', ' ', '- ', '\n', '\n', '\n  ', '"', "'", '# ', 'true', '1'),
          { maxLength: 20 },
        ),
        (parts) => {
          const text = parts.join('');
          const read = readPlainYaml(text);
          if (read === undefined) return;
          let full: unknown;
          try {
            full = parse(text, { logLevel: 'silent' });
          } catch {
            return;
          }
          expect(read).toEqual(full);
        },
      ),
      { numRuns: 5_000 },
    );
  });
});
