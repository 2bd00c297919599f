import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { parseReports } from '../../src/report/index.js';
import { describeReport } from './describe-report.js';
import { readFixture } from './fixture.js';

// Fixture → what is understood from it. Fixtures named `documented-` are written after the format's documentation,
// all others were recorded from a run of the tool. WRITE_FORMATS=1 writes the table anew, to be read before it is kept.
const TABLE = fileURLToPath(new URL('every-format.yaml', import.meta.url));
const FIXTURES = fileURLToPath(new URL('fixtures/', import.meta.url));

function understand(name: string): string[] {
  return parseReports(readFixture(name)).flatMap(describeReport);
}

if (process.env['WRITE_FORMATS']) {
  const rows = readdirSync(FIXTURES).map((name) => [name, understand(name)]);
  writeFileSync(TABLE, stringify(Object.fromEntries(rows), { lineWidth: 0 }));
}

const table = z.record(z.string(), z.array(z.string())).parse(parse(readFileSync(TABLE, 'utf8')));

describe('every format', () => {
  it.each(Object.entries(table))('is understood: %s', (name, expected) => {
    expect(understand(name)).toEqual(expected);
  });

  it('has each of its fixtures in the table', () => {
    expect(Object.keys(table).sort()).toEqual(readdirSync(FIXTURES).sort());
  });
});
