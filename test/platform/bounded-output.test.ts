import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBoundedOutput } from '../../src/platform/bounded-output.js';

function collect(maxBytes: number, chunks: readonly (string | Uint8Array)[]): string {
  const output = createBoundedOutput(maxBytes);
  for (const chunk of chunks) output.add(Buffer.from(chunk));
  return output.toText();
}

test('what fits is kept whole, however it was cut into chunks', () => {
  const bytes = Buffer.from('grüße 👋\n');
  expect(
    collect(
      100,
      [...bytes].map((byte) => Buffer.of(byte)),
    ),
  ).toBe('grüße 👋\n');
  expect(collect(bytes.length, [bytes])).toBe('grüße 👋\n');
  expect(collect(100, [])).toBe('');
});

test('of more, the first and the last lines are kept and the rest is counted', () => {
  const lines = Array.from({ length: 1_000 }, (_, index) => `line ${index}\n`);
  const text = collect(200, lines);
  expect(text).toMatch(/^line 0\nline 1\n/);
  expect(text).toMatch(/line 999\n$/);
  const omitted = Number(/\n… (\d+) bytes omitted …\n/.exec(text)?.[1]);
  const kept = Buffer.byteLength(text) - Buffer.byteLength(`… ${omitted} bytes omitted …\n`);
  expect(kept + omitted).toBe(Buffer.byteLength(lines.join('')));
  expect(text.split('\n').every((line) => line === '' || /^line \d+$|omitted/.test(line))).toBe(true);
});

test('broken UTF-8 is replaced', () => {
  expect(collect(100, [Uint8Array.of(0x61, 0xff, 0x62)])).toBe('a\ufffdb');
});

test('a cut never falls inside a character', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('a', 'ü', '€', '👋', '\n'), { maxLength: 60 }),
      fc.nat({ max: 40 }),
      fc.nat({ max: 9 }),
      (characters, maxBytes, size) => {
        const bytes = Buffer.from(characters.join(''));
        const chunks = Array.from({ length: Math.ceil(bytes.length / (size + 1)) }, (_, index) =>
          bytes.subarray(index * (size + 1), (index + 1) * (size + 1)),
        );
        const text = collect(maxBytes, chunks);
        expect(text).not.toContain('\ufffd');
        if (bytes.length <= maxBytes) expect(text).toBe(characters.join(''));
        else expect(text).toMatch(/… \d+ bytes omitted …\n/);
      },
    ),
  );
});
