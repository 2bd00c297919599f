import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeFence, parseDecision, parseReply, renderReply } from '../../src/model/index.js';

const FENCE = 'c0ffee42';

function block(head: unknown, ...bodies: readonly (readonly [string, ...string[]])[]): string {
  const parts = bodies.flatMap(([name, ...lines]) => [`@@body ${FENCE} ${name}`, ...lines]);
  return [
    `@@action ${FENCE}`,
    typeof head === 'string' ? head : JSON.stringify(head),
    ...parts,
    `@@end ${FENCE}`,
  ].join('\n');
}

function parametersOf(text: string): unknown {
  const parsed = parseReply(text, FENCE);
  return parsed.ok ? parsed.decision.parameters : parsed.error;
}

describe('a reply in text', () => {
  it('is one action between marker lines, with the words before it as reasoning', () => {
    const text = `First I look.\n\n${block({ action: 'read', parameters: { items: [] } })}\nand that is all`;
    expect(parseReply(text, FENCE)).toEqual({
      ok: true,
      decision: { action: 'read', parameters: { items: [] }, reasoning: 'First I look.' },
    });
  });

  it('may leave parameters out, and carry notes', () => {
    const notes = [{ kind: 'decision', text: 'round half up' }];
    expect(parseReply(block({ action: 'complete', notes }), FENCE)).toEqual({
      ok: true,
      decision: { action: 'complete', parameters: {}, notes },
    });
  });

  it('puts bodies in place as they are: quotes, backslashes, empty lines, other markers', () => {
    const lines = ['const a = "b\\n";', '', '@@end 00000000', '@@action', '  indented', ''] as const;
    expect(
      parametersOf(block({ action: 'write_file', parameters: { path: 'a.js' } }, ['text', ...lines])),
    ).toEqual({ path: 'a.js', text: `${lines.join('\n')}\n` });
  });

  it('takes a text as whole lines, an empty one at its end too, and a piece of text as it is', () => {
    const head = { action: 'apply_edits', parameters: { edits: [{}, {}, {}] } };
    const bodies = [['edits.0.text', 'one', ''], ['edits.1.old', 'one', ''], ['edits.2.text']] as const;
    expect(parametersOf(block(head, ...bodies))).toEqual({
      edits: [{ text: 'one\n\n' }, { old: 'one\n' }, { text: '' }],
    });
  });

  it('names nested parameters with dots', () => {
    const head = { action: 'apply_edits', parameters: { edits: [{ path: 'a' }, { path: 'b', old: '?' }] } };
    expect(parametersOf(block(head, ['edits.0.text', 'one'], ['edits.1.old', 'two', 'three']))).toEqual({
      edits: [
        { path: 'a', text: 'one\n' },
        { path: 'b', old: 'two\nthree' },
      ],
    });
  });

  it('is read the same with CRLF line ends and spaces after the markers', () => {
    const text = block({ action: 'write_file', parameters: { path: 'a' } }, ['text', 'one', 'two']);
    const expected = { path: 'a', text: 'one\ntwo\n' };
    expect(parametersOf(text.replaceAll('\n', '\r\n'))).toEqual(expected);
    expect(parametersOf(text.replace(`@@action ${FENCE}`, `@@action ${FENCE}  `))).toEqual(expected);
  });

  it.each<[string, string, RegExp]>([
    ['has no block', 'I think I should read.', /no line "@@action c0ffee42"/],
    [
      'has the block of another task',
      block({ action: 'read' }).replaceAll(FENCE, 'deadbeef'),
      /no line "@@action/,
    ],
    [
      'has two blocks',
      `${block({ action: 'read' })}\n${block({ action: 'read' })}`,
      /2 action blocks; send exactly one/,
    ],
    [
      'opens a block inside a body',
      block({ action: 'write_file' }, ['text', `@@action ${FENCE}`]),
      /2 action blocks/,
    ],
    ['is not closed', `@@action ${FENCE}\n{"action":"read"}`, /not closed by a line "@@end c0ffee42"/],
    ['indents its marker', ` ${block({ action: 'read' })}`, /no line "@@action/],
    ['is not JSON', block('{action: read}'), /does not parse/],
    ['wraps its JSON in a code fence', block('```json\n{"action":"read"}\n```'), /does not parse/],
    ['is a list', block([{ action: 'read' }]), /expected object/],
    ['has no action', block({ parameters: {} }), /action: /],
    ['has a field that is not one', block({ action: 'read', tool: 'sh' }), /Unrecognized key: "tool"/],
    ['has parameters that are a list', block({ action: 'read', parameters: ['a'] }), /parameters: /],
    [
      'is nested without end',
      block(`{"action":"read","parameters":${'{"a":'.repeat(50)}1${'}'.repeat(50)}}`),
      /nested more than 40 levels/,
    ],
    [
      'is nested deeper than a stack',
      block(`{"action":"read","parameters":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
      /nested more than 40 levels/,
    ],
    [
      'has a body without a place',
      block({ action: 'apply_edits', parameters: { edits: [] } }, ['edits.0.new', 'x']),
      /body "edits\.0\.new" has no place/,
    ],
    [
      'adds an item to a list',
      block({ action: 'x', parameters: { edits: [] } }, ['edits.4294967294', 'x']),
      /has no place/,
    ],
    [
      'sets the length of a list',
      block({ action: 'x', parameters: { edits: [] } }, ['edits.length', 'x']),
      /has no place/,
    ],
    [
      'names a prototype',
      block({ action: 'x', parameters: {} }, ['__proto__.polluted', 'x']),
      /has no place/,
    ],
    [
      'reaches for a constructor',
      block({ action: 'x', parameters: {} }, ['constructor.prototype.polluted', 'x']),
      /has no place/,
    ],
    [
      'has a body twice',
      block({ action: 'x', parameters: {} }, ['text', 'a'], ['text', 'b']),
      /two bodies named "text"/,
    ],
    [
      'has bodies for parameters that are text',
      block({ action: 'x', parameters: 'all' }, ['text', 'a']),
      /has no place/,
    ],
  ])('that %s is refused, saying why', (_, text, error) => {
    const parsed = parseReply(text, FENCE);
    expect(parsed.ok ? '' : parsed.error).toMatch(error);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it('comes back from its own rendering, whatever the decision', () => {
    const decision = fc.record({
      action: fc.string({ minLength: 1, maxLength: 60 }),
      parameters: fc.dictionary(
        fc.string({ unit: 'binary' }).filter((key) => key !== '__proto__'),
        fc.jsonValue({ maxDepth: 4 }),
      ),
    });
    fc.assert(
      fc.property(decision, (given) => {
        const parsed = parseReply(renderReply(FENCE, given), FENCE);
        expect(parsed.ok && parsed.decision).toEqual(JSON.parse(JSON.stringify(given)));
      }),
      { numRuns: 500 },
    );
  });

  it("takes any text as a body, as long as it does not use the task's own markers", () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        fc.pre(!text.includes(FENCE) && !text.includes('\r'));
        expect(parametersOf(block({ action: 'edit_file', parameters: {} }, ['new', text]))).toEqual({
          new: text,
        });
      }),
      { numRuns: 500 },
    );
  });

  it('is described to a model with the exact marker lines', () => {
    for (const marker of [`@@action ${FENCE}`, `@@body ${FENCE} PARAMETER`, `@@end ${FENCE}`])
      expect(describeFence(FENCE).split('\n')).toContain(marker);
  });
});

describe('a decision as data', () => {
  it.each([
    undefined,
    null,
    5,
    'read',
    [],
    {},
    { action: '' },
    { action: 'a'.repeat(61) },
    { action: 'read', parameters: null },
    { action: 'read', context: 1 },
  ])('%j is refused with a reason', (value) => {
    const parsed = parseDecision(value);
    expect(parsed.ok ? '' : parsed.error).toMatch(/^The reply was not usable: .+\.$/);
  });

  it('keeps its own reasoning over what came before it', () => {
    expect(parseDecision({ action: 'read', reasoning: 'mine' }, 'other')).toMatchObject({
      decision: { reasoning: 'mine' },
    });
  });
});
