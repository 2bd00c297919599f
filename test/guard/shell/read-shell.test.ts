import { posix } from 'node:path';
import * as unbash from 'unbash';
import { describe, expect, it } from 'vitest';
import type { ShellReading } from '../../../src/guard/index.js';
import { readShell, scanSimple } from '../../../src/guard/index.js';
import { readParsed } from '../../../src/guard/shell/read-shell.js';
import { COMMANDS } from './commands.js';

const WHERE = { cwd: '/repo', home: '/home/dev' };

function summarize({ segments, writes, doubts }: ShellReading): Record<string, string[]> {
  return {
    programs: segments.map(({ program }) => program || '?').sort(),
    writes: writes.map(({ how, path }) => `${how} ${path ?? '?'}`).sort(),
    doubts: [...new Set(doubts.map(({ kind }) => kind))].sort(),
  };
}

function split(text: string, separator: string): string[] {
  return text.split(separator).filter((one) => one !== '');
}

function toAbsolute(write: string): string {
  const [how = '', path = ''] = write.split(/ (.*)/);
  return `${how} ${path === '?' ? '?' : posix.resolve('/repo', path)}`;
}

describe('readShell', () => {
  it.each(COMMANDS.map((row) => [row[0], row] as const))('%s', async (_, row) => {
    const [command, programs, writes, doubts = ''] = row;
    expect(summarize(await readShell(command, WHERE))).toEqual({
      programs: split(programs, ' ').sort(),
      writes: split(writes, ', ').map(toAbsolute).sort(),
      doubts: split(doubts, ' '),
    });
  });

  it('reads a plain command the same with and without the parser', () => {
    const simple = COMMANDS.flatMap(([command]) => {
      const reading = scanSimple(command, WHERE);
      return reading === undefined ? [] : [reading];
    });
    expect(simple.length).toBeGreaterThan(60);
    for (const reading of simple) expect(reading).toEqual(readParsed(reading.command, WHERE, unbash));
  });

  it('says what a segment was given, where it runs and how it was typed', async () => {
    const { segments } = await readShell('cd sub && A=1 git "commit" -m $MSG', WHERE);
    expect(segments[1]).toEqual({
      program: 'git',
      args: ['commit', '-m', null],
      assignments: { A: '1' },
      cwd: '/repo/sub',
      text: 'A=1 git "commit" -m $MSG',
    });
  });

  it('takes a segment to run where every cd before it led', async () => {
    const { segments } = await readShell('cd sub; cd deeper\nls', WHERE);
    expect(segments.map(({ cwd }) => cwd)).toEqual(['/repo', '/repo/sub', '/repo/sub/deeper']);
  });

  it('does not know the home directory unless it is told', async () => {
    const { writes } = await readShell('echo a > ~/x', { cwd: '/repo' });
    expect(writes).toEqual([{ path: null, how: 'write', program: '>' }]);
  });

  it('refuses to read more than 100,000 characters', async () => {
    const { doubts } = await readShell(`echo ${'a'.repeat(100_000)}`, WHERE);
    expect(doubts.map(({ kind }) => kind)).toEqual(['unparsable']);
  });
});

describe('scanSimple', () => {
  it.each([
    'echo $X',
    'ls *',
    'A=1 b',
    'a & b',
    'cat <<E\nx\nE',
    'ls # x',
    'echo `a`',
    '~/x',
    'if a',
    'a |',
    'a && ',
    'x >',
  ])('leaves to the parser: %s', (command) => {
    expect(scanSimple(command, WHERE)).toBeUndefined();
  });

  it('leaves a shell in a shell to the parser when the inner text is not plain', () => {
    expect(scanSimple("sh -c 'ls'", WHERE)?.segments).toHaveLength(2);
    expect(scanSimple("sh -c 'ls $X'", WHERE)).toBeUndefined();
  });
});
