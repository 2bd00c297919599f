// Building a context always succeeds and never exceeds the ceiling, whatever it is made of.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildContext, type ContextInputs } from '../../../src/engine/context/index.js';
import { BUILTIN_DATA, foldAll, loadTaskTypes } from '../../../src/engine/index.js';
import { countTokens } from '../../../src/model/index.js';
import type { Fact, TaskState, TaskType } from '../../../src/schema/index.js';

const types = loadTaskTypes([BUILTIN_DATA]);
const TYPES = ['fix_violation', 'implement_feature', 'write_tests', 'refactor', 'custom'].map(types.find);

const text = fc.oneof(
  fc.string({ unit: 'grapheme-composite', maxLength: 200 }),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc
    .tuple(fc.constantFrom('x', ' ', '🙂', '}', '\n', 'ab '), fc.nat(20_000))
    .map(([unit, n]) => unit.repeat(n)),
  fc.nat(400).map((n) => Array.from({ length: n }, (_, at) => `${at}| const value${at} = ${at};`).join('\n')),
  fc.constant(''),
);
const shortText = fc.oneof(fc.string({ maxLength: 300 }), fc.constant(''), fc.constant('word '.repeat(80)));

const inputs: fc.Arbitrary<ContextInputs> = fc.record(
  {
    fence: fc.constant('a66a462b'),
    system: text,
    actions: text,
    task: text,
    domain: text,
    example: text,
    hints: text,
    analysis: text,
    windows: fc.array(
      fc.record(
        {
          key: shortText,
          title: shortText,
          text,
          omitted: fc.integer({ min: 1, max: 9_999 }),
          pinned: fc.boolean(),
        },
        { requiredKeys: ['key', 'title', 'text', 'pinned'] },
      ),
      { maxLength: 24 },
    ),
    phasePrompt: text,
    allowed: fc.array(fc.string({ maxLength: 30 }), { maxLength: 60 }),
    recommended: fc.string({ maxLength: 30 }),
    blocked: fc.array(fc.record({ action: fc.string({ maxLength: 30 }), why: shortText }), { maxLength: 20 }),
    recipes: fc.array(text, { maxLength: 12 }),
    demands: fc.array(text, { maxLength: 20 }),
    rejection: text,
  },
  {
    requiredKeys: [
      'fence',
      'system',
      'actions',
      'task',
      'domain',
      'example',
      'hints',
      'analysis',
      'windows',
      'phasePrompt',
      'allowed',
      'blocked',
      'recipes',
      'demands',
    ],
  },
);

const fact: fc.Arbitrary<Fact> = fc.record({
  id: fc.string(),
  category: fc.constantFrom('code_structure', 'inference', 'pattern', 'verification', 'error'),
  subject: shortText,
  statement: shortText,
  confidence: fc.double({ min: 0, max: 1, noNaN: true }),
  source: fc.string(),
  scope: fc.string(),
  step: fc.nat(),
  data: fc.constant({}),
});

const EMPTY = foldAll([
  {
    type: 'task-created',
    schema: 1,
    task: 'task-1',
    taskType: 'custom',
    specHash: '',
    nonce: 'a66a462b',
    firstPhase: 'init',
    limits: {},
    pins: {},
    seq: 1,
    at: '2026-01-01T00:00:00.000Z',
    epoch: 1,
    prev: '',
    hash: '',
  },
]);

const state: fc.Arbitrary<TaskState> = fc
  .record({
    facts: fc.array(fact, { maxLength: 100 }),
    plan: fc.array(text, { maxLength: 20 }),
    notes: fc.array(fc.record({ kind: fc.constantFrom('knowledge', 'decision'), text, step: fc.nat() }), {
      maxLength: 30,
    }),
    told: fc.array(fc.record({ step: fc.nat(), text }), { maxLength: 5 }),
    answers: fc.array(fc.record({ question: text, text, step: fc.nat() }), { maxLength: 5 }),
    recent: fc.array(
      fc.record({
        step: fc.nat(),
        action: shortText,
        target: text,
        result: fc.constant('success' as const),
        summary: text,
      }),
      { maxLength: 12 },
    ),
    detection: fc.option(
      fc.record({
        step: fc.nat(),
        kind: fc.constant('no_progress' as const),
        confidence: fc.constant(1),
        description: text,
        evidence: fc.constant<string[]>([]),
        suggestions: fc.array(text, { maxLength: 10 }),
      }),
      { nil: undefined },
    ),
  })
  .map(({ detection, ...lists }) => ({
    ...EMPTY,
    ...lists,
    loop: { count: 1, rung: 'replan' as const, blocked: [], ...(detection && { detection }) },
  }));

function expectLawful(context: ReturnType<typeof buildContext>, type: TaskType): void {
  expect(context.messages.map(({ role }) => role)).toEqual(['system', 'user']);
  const total = context.messages.reduce((sum, { content }) => sum + countTokens(content), 0);
  expect(context.tokens.total).toBe(total);
  expect(total).toBeLessThanOrEqual(type.ceiling);
}

describe('a context', () => {
  test('is always built, of exactly two messages, and never exceeds its ceiling', () => {
    fc.assert(
      fc.property(inputs, state, fc.constantFrom(...TYPES), (given, now, type) => {
        expectLawful(buildContext(given, now, type), type);
      }),
      { numRuns: 60 },
    );
  });

  test('has every section under its cap, with room lent inside the tail only', () => {
    const tail = new Set([
      'recipes',
      'phase',
      'plan',
      'facts',
      'precedents',
      'verification',
      'recent',
      'nudge',
    ]);
    fc.assert(
      fc.property(inputs, state, fc.constantFrom(...TYPES), (given, now, type) => {
        const { ledger } = buildContext(given, now, type);
        const names = new Set(ledger.map(({ section }) => section));
        expect([...names].sort()).toEqual(Object.keys(type.sections).sort());
        for (const { section, tokens, cap } of ledger)
          if (!tail.has(section)) expect(tokens).toBeLessThanOrEqual(cap);
        const inTail = ledger.filter(({ section }) => tail.has(section));
        const sum = (pick: 'tokens' | 'cap'): number =>
          inTail.reduce((total, entry) => total + entry[pick], 0);
        expect(sum('tokens')).toBeLessThanOrEqual(sum('cap'));
      }),
      { numRuns: 30 },
    );
  });

  test('stays under the ceiling when every section is full and the caps leave no room at all', () => {
    const full = 'Many words, all of them needed; and (even) more_of_them to come. '.repeat(400);
    const list = full.match(/.{1,60}/g) ?? [];
    const tight: TaskType = {
      ...types.find('custom'),
      ceiling: Object.entries(types.find('custom').sections).reduce(
        (sum, [section, cap]) => sum + (section === 'windows' ? 0 : cap),
        100,
      ),
    };
    const given: ContextInputs = {
      fence: 'a66a462b',
      system: full,
      actions: full,
      task: full,
      domain: full,
      example: full,
      hints: full,
      analysis: full,
      windows: [{ key: 'a', title: 'a', text: full, pinned: true }],
      phasePrompt: full,
      allowed: list,
      blocked: [],
      recipes: list,
      demands: list,
      rejection: full,
    };
    const now: TaskState = {
      ...EMPTY,
      plan: list,
      notes: list.map((one) => ({ kind: 'decision', text: one, step: 1 })),
      recent: list.map((summary, step) => ({ step, action: 'read', result: 'success', summary })),
      facts: list.map((statement, at) => ({
        id: String(at),
        category: 'error',
        subject: '',
        statement,
        confidence: 1,
        source: '',
        scope: '',
        step: 1,
        data: {},
      })),
    };
    expectLawful(buildContext(given, now, tight), tight);
  });

  test('with nothing in it still says what to do', () => {
    const nothing: ContextInputs = {
      fence: 'a66a462b',
      system: '',
      actions: '',
      task: '',
      domain: '',
      example: '',
      hints: '',
      analysis: '',
      windows: [],
      phasePrompt: '',
      allowed: [],
      blocked: [],
      recipes: [],
      demands: [],
    };
    const { messages } = buildContext(nothing, EMPTY, types.find('custom'));
    expect(messages[1].content).toContain('What is your next action?');
  });

  test('of thousands of facts and notes is no larger than of some hundred', () => {
    const many = (count: number): TaskState => ({
      ...EMPTY,
      notes: Array.from({ length: count }, (_, step) => ({ kind: 'knowledge', text: `note ${step}`, step })),
      facts: Array.from({ length: count }, (_, step) => ({
        id: `fact-${step}`,
        category: 'error',
        subject: `file${step}.ts`,
        statement: `file${step}.ts:1 does not compile`,
        confidence: 1,
        source: 'tsc:diagnostic',
        scope: 'check:types',
        step,
        data: {},
      })),
    });
    const given = fc.sample(inputs, { numRuns: 1, seed: 7 })[0];
    if (!given) throw new Error('no sample');
    const [few, lots] = [many(300), many(5_000)].map((now) =>
      buildContext(given, now, types.find('custom'))
        .ledger.filter(({ section }) => section === 'facts' || section === 'precedents')
        .reduce((sum, { tokens }) => sum + tokens, 0),
    );
    expect((lots ?? 0) - (few ?? 0)).toBeLessThan(10);
  });
});
