import fc from 'fast-check';
import * as unbash from 'unbash';
import { describe, expect, it } from 'vitest';
import { readShell, scanSimple } from '../../../src/guard/index.js';
import { readParsed } from '../../../src/guard/shell/read-shell.js';
import { BYPASSES } from './bypasses.js';
import { COMMANDS } from './commands.js';

const WHERE = { cwd: '/repo', home: '/home/dev' };
const PIECES = [
  ...[
    '$(',
    ')',
    '`',
    '"',
    "'",
    '{',
    '}',
    '${',
    '$((',
    '))',
    '<<E\n',
    '\nE\n',
    '<(',
    '>',
    '>>',
    '|',
    '&&',
    ';',
  ],
  ...[
    ' ',
    '\n',
    'if ',
    'then ',
    'fi',
    'for x in ',
    'do ',
    'done',
    'case x in ',
    'esac',
    'a',
    '.agentforge/x',
    '\\',
  ],
  ...[
    'rm ',
    'git ',
    'sh -c ',
    'eval ',
    'sed -i ',
    'xargs ',
    'find . -exec ',
    '$X',
    '*',
    '~',
    '#',
    '=',
    '[[',
    ']]',
    'f() ',
  ],
];

const word = fc.stringMatching(/^[a-z0-9_./-]{1,8}$/);
const quoted = fc.oneof(
  word,
  word.map((text) => `'${text} ; > x'`),
  word.map((text) => `"${text} && y"`),
);
const program = fc.constantFrom(
  'ls',
  'git',
  'rm',
  'cp',
  'mv',
  'sed',
  'cd',
  'tee',
  'sh -c',
  'env',
  'find',
  'curl',
  'tar',
);
const redirection = fc.constantFrom('', ' > out', ' 2>&1', ' 2>/dev/null', ' >> log', ' < in');
const simple = fc
  .tuple(program, fc.array(quoted, { maxLength: 4 }), redirection)
  .map(([name, words, end]) => [name, ...words].join(' ') + end);
const list = fc
  .tuple(
    simple,
    fc.array(fc.tuple(fc.constantFrom(' && ', ' || ', '; ', ' | ', '\n'), simple), { maxLength: 4 }),
  )
  .map(([first, others]) => first + others.map(([operator, command]) => operator + command).join(''));

/** One character of a name, typed in one of the ways that mean the same. */
const QUOTINGS: readonly ((character: string) => string)[] = [
  (character) => character,
  (character) => `'${character}'`,
  (character) => `"${character}"`,
  (character) => (/\w/.test(character) ? `\\${character}` : character),
  (character) => `$'\\x${character.charCodeAt(0).toString(16)}'`,
  (character) => `$'\\${character.charCodeAt(0).toString(8).padStart(3, '0')}'`,
  (character) => `''${character}`,
];

describe('reading any text', () => {
  it('never throws and ends, on arbitrary text up to 10 kB', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ maxLength: 10_000, unit: 'binary' }), async (command) => {
        expect((await readShell(command, WHERE)).command).toBe(command);
      }),
      { numRuns: 300 },
    );
  });

  it('never throws and ends, on text made of the shell’s own pieces', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...PIECES), { maxLength: 400 }), async (pieces) => {
        const command = pieces.join('');
        expect((await readShell(command, WHERE)).command).toBe(command);
      }),
      { numRuns: 1500 },
    );
  });

  it('never throws and ends, on deep nesting', async () => {
    for (const open of [
      '$(',
      '(',
      '{ ',
      '"$(',
      '${a:-',
      '$((',
      'if ',
      '`',
      '<(',
      'sh -c "',
      'eval ',
      '{a,',
      'f() { ',
      '[[ (',
    ]) {
      const reading = await readShell(open.repeat(3000), WHERE);
      expect(reading.command).toBe(open.repeat(3000));
    }
  });

  it('ends on many braces, cuts of known commands and functions that call themselves', async () => {
    expect((await readShell(`rm ${'{a,b}'.repeat(40)}`, WHERE)).doubts).not.toEqual([]);
    expect((await readShell('f() { f; g; }; g() { f; g; }; f; g', WHERE)).segments.length).toBeGreaterThan(0);
    for (const { command } of BYPASSES.slice(0, 200)) {
      const cut = command.slice(0, Math.floor(command.length * 0.7));
      expect((await readShell(cut, WHERE)).command).toBe(cut);
    }
  });
});

describe('the two tiers', () => {
  it('agree on every plain command', () => {
    let answered = 0;
    fc.assert(
      fc.property(list, (command) => {
        const reading = scanSimple(command, WHERE);
        if (reading === undefined) return;
        answered += 1;
        expect(reading).toEqual(readParsed(command, WHERE, unbash));
      }),
      { numRuns: 3000 },
    );
    expect(answered).toBeGreaterThan(500);
  });

  it('agree on text made of the shell’s own pieces', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PIECES, 'ls ', 'b ', "'c' "), { maxLength: 8 }), (pieces) => {
        const command = pieces.join('');
        const reading = scanSimple(command, WHERE);
        if (reading !== undefined) expect(reading).toEqual(readParsed(command, WHERE, unbash));
      }),
      { numRuns: 5000 },
    );
  });

  it('agree on the commands of the other tests', () => {
    for (const command of [...COMMANDS.map(([one]) => one), ...BYPASSES.map((one) => one.command)]) {
      const reading = scanSimple(command, WHERE);
      if (reading !== undefined) expect(reading).toEqual(readParsed(command, WHERE, unbash));
    }
    expect(COMMANDS.length).toBeGreaterThan(120);
  });
});

describe('a name that is typed strangely', () => {
  const typed = fc
    .array(fc.constantFrom(...QUOTINGS), { minLength: 23, maxLength: 23 })
    .map((ways) =>
      [...'.agentforge/config.yaml'].map((character, index) => ways[index]?.(character)).join(''),
    );

  it.each([
    'echo x > @',
    'tee @',
    'rm -f @',
    'cp x @',
    "sed -i 's/a/b/' @",
    'cd src; cd ..; : >| @',
    'env X=1 truncate -s0 @',
  ])('is found as a target of %s', async (template) => {
    await fc.assert(
      fc.asyncProperty(typed, async (name) => {
        const { writes } = await readShell(
          template.replace('@', () => name),
          WHERE,
        );
        expect(writes.map(({ path }) => path)).toContain('/repo/.agentforge/config.yaml');
      }),
      { numRuns: 100 },
    );
  });
});
