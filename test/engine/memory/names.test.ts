// Names that came up stay known after the text they stood in is out of view.
import { describe, expect, test } from 'vitest';
import { drawNames, mergeNames } from '../../../src/engine/memory/names.js';
import type { KnownName } from '../../../src/schema/index.js';
import { runScript, sectionOf } from '../../support/run-script.js';

describe('the names in a text', () => {
  test('are identifiers and paths, the most telling and frequent first, without keywords and digests', () => {
    const text = 'return parseOrder(order) from src/order.ts. commit 9f8e7d6c5b4a3f2e; parseOrder const it';
    expect(drawNames('', text).seen).toEqual(['parseOrder', 'src/order.ts', 'order', 'commit']);
  });

  test('are told apart by whether they were written or seen, and are not more than fit', () => {
    const many = Array.from({ length: 500 }, (_, index) => `name_${index}`).join(' ');
    const { used, seen } = drawNames(many, many);
    expect(used).toHaveLength(40);
    expect(seen).toHaveLength(30);
  });

  test('of a text of megabytes are those at its ends', () => {
    const text = `first_name ${'x '.repeat(1_000_000)} last_name`;
    expect(drawNames('', text).seen).toEqual(['first_name', 'last_name']);
  });
});

describe('known names', () => {
  const after = (...drawn: { used?: string[]; seen?: string[] }[]): KnownName[] =>
    drawn.reduce<KnownName[]>((known, { used = [], seen = [] }) => mergeNames(known, { used, seen }), []);

  test('that were used outweigh those that were only seen', () => {
    const known = after({ used: ['made'], seen: ['printed'] });
    expect(known.map(({ name }) => name)).toEqual(['made', 'printed']);
  });

  test('fade unless they come up again', () => {
    const quiet = Array.from({ length: 40 }, () => ({}));
    const known = after({ used: ['old'] }, ...quiet, { seen: ['new'] });
    expect(known.map(({ name }) => name)).toEqual(['new', 'old']);
    const again = after({ used: ['old'] }, ...quiet, { seen: ['new', 'old'] });
    expect(again[0]?.name).toBe('old');
  });

  test('are never more than their cap', () => {
    const drawn = Array.from({ length: 30 }, (_, step) => ({
      seen: Array.from({ length: 30 }, (__, index) => `name_${step}_${index}`),
    }));
    expect(after(...drawn)).toHaveLength(160);
  });
});

describe('a context', () => {
  const files = { 'work.txt': 'TODO\n', 'far.txt': 'the_distant_name is defined here\n' };
  const spec = { inputs: { target_files: [{ path: 'work.txt', status: 'to_modify' }] } };
  const script = [
    { action: 'read', parameters: { items: [{ path: 'far.txt' }] } },
    { action: 'clear', parameters: { item: 'far.txt' } },
    { action: 'read', parameters: { items: [{ path: 'work.txt' }] } },
  ];

  test('names what came up and is not in view any more', async () => {
    const { asked } = await runScript({ files, spec, script });
    expect(sectionOf(asked[1], 'Windows')).toContain('the_distant_name');
    expect(sectionOf(asked[1], 'Names')).not.toContain('the_distant_name');
    expect(sectionOf(asked[2], 'Names')).toContain('the_distant_name');
  });

  test('never names a part of a secret', async () => {
    const password = ['Passw0rd', 'of', 'mine'].join('-');
    const { events } = await runScript({
      files: { ...files, 'far.txt': `connect to postgres://app:${password}@db/orders\n` },
      spec,
      script,
    });
    const names = JSON.stringify(await events());
    expect(names).toContain('connect');
    expect(names).not.toContain(password);
  });
});
