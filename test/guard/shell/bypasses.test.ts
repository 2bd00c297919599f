import { describe, expect, it } from 'vitest';
import { readShell } from '../../../src/guard/index.js';
import type { ShellReading } from '../../../src/guard/index.js';
import type { Bypass } from './bypasses.js';
import { BYPASSES } from './bypasses.js';

const WHERE = { cwd: '/repo', home: '/home/dev' };

function holdsWrite({ writes }: ShellReading, path: string): boolean {
  return writes.some((write) => write.path === `/repo/${path}`);
}

function holdsCommand({ segments }: ShellReading, [program, ...words]: readonly string[]): boolean {
  return segments.some((one) => one.program === program && words.every((word) => one.args.includes(word)));
}

function findMissing(reading: ShellReading, { write, runs, doubt }: Bypass): string[] {
  const missing: string[] = [];
  if (write !== undefined && !holdsWrite(reading, write)) missing.push(`write ${write}`);
  if (runs !== undefined && !holdsCommand(reading, runs)) missing.push(`command ${runs.join(' ')}`);
  if (doubt !== undefined && !reading.doubts.some(({ kind }) => kind === doubt))
    missing.push(`doubt ${doubt}`);
  return missing;
}

describe('commands that hide what they do', () => {
  it.each(BYPASSES.map((bypass) => [bypass.command.slice(0, 120), bypass] as const))(
    '%s',
    async (_, bypass) => {
      const reading = await readShell(bypass.command, WHERE);
      expect(findMissing(reading, bypass)).toEqual([]);
    },
  );

  it('each says how it is caught, and there are many', () => {
    expect(BYPASSES.length).toBeGreaterThan(80);
    const silent = BYPASSES.filter(({ write, runs, doubt }) => (write ?? runs ?? doubt) === undefined);
    expect(silent).toEqual([]);
  });
});
