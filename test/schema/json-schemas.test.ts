import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderSchema, SCHEMAS, writeSchemas } from '../../scripts/write-schemas.js';

const folder = path.resolve('schemas');

describe('published JSON Schemas', () => {
  // `npm run schemas` sets this to write them anew.
  if (process.env['WRITE_SCHEMAS']) writeSchemas(folder);

  it.each(Object.entries(SCHEMAS))('%s is what its zod shape says', (name, schema) => {
    expect(readFileSync(path.join(folder, `${name}.json`), 'utf8')).toBe(renderSchema(schema));
  });
});
