// A name says what a caller gets or what is changed, and never less than that.
import { describe, expect, it } from 'vitest';
import { rankNames, suggestNames } from '../../../../src/code/typescript/naming/suggest-names.js';
import { readMarkedCode } from './marked-code.js';

const nameIn = (name: string, body: string): string =>
  suggestNames(readMarkedCode(`function ${name}(input) {\n${body}\n}`))[0] ?? '';
const scoreIn = (name: string, body: string, wanted: string): number =>
  rankNames(readMarkedCode(`function ${name}(input) {\n${body}\n}`)).find((each) => each.name === wanted)
    ?.score ?? Number.NEGATIVE_INFINITY;

const PROMISES = /^(?:find|choose|compute|get|read|build|is|has)[A-Z]/;

describe('a name for code that changes something', () => {
  it.each([
    [
      'reply',
      '«let text = request.text; if (!text) { response.status = 204; return response.end(); } if (text.length > 9) { text = text.slice(9); }»\nreturn text;',
    ],
    ['plan', '«let base = 0; if (order.rush) { order.fee = 9; base = 3; } else { base = 1; }»\nreturn base;'],
    ['plan', '«let base = 0; if (order.rush) { warehouse.notifyStaff(); base = 3; }»\nreturn base;'],
  ])('does not only promise a value in %s: %s', (name, body) => {
    expect(nameIn(name, body)).not.toMatch(PROMISES);
  });

  it('may promise a value when all that is changed is what the code made itself', () => {
    const body = '«const parts = {}; if (input.a) { parts.a = 1; } else { parts.b = 2; }»\nreturn parts;';
    expect(nameIn('plan', body)).toBe('buildParts');
  });

  it('does not tell one of several effects', () => {
    const body =
      'if (x) { «if (old !== fresh) { if (old) { headers.remove("Content-Length"); } sweep9(old); tune9(fresh); }» }';
    expect(nameIn('store', body)).not.toBe('removeContentLength');
  });

  it.each([
    [
      'respondWithoutBody',
      'respond',
      'if (body === null || body === undefined) { «a.x = 1; b(2); c.d(3);» }',
    ],
    ['setEmptyBody', 'setBody', 'if (value == null) { «a.x = 1; b(2); c.d(3);» }'],
    ['respondWithStream', 'respond', 'if (stream) { «a.x = 1; b(2); c.d(3);» }'],
    [
      'setBodyByType',
      'setBody',
      '«if (value instanceof Date) { a.x = 1; b(2); return; } if (isStream(value)) { a.x = 2; c(3); return; }»\nend(value);',
    ],
    ['storeBlobBody', 'storeBody', '// blob\n«if (x.y > 3) { a.x = 1; b(2); c.d(3); }»\nreturn 1;'],
  ])('is made of the function and of what decides: %s', (expected, name, body) => {
    expect(nameIn(name, body)).toBe(expected);
  });

  it('takes what an accessor is called after for what it does', () => {
    const marked = 'class Reply { set body(value) { if (value == null) { «a.x = 1; b(2); c.d(3);» } } }';
    expect(suggestNames(readMarkedCode(marked))[0]).toBe('setEmptyBody');
  });
});

describe('a verb that promises what the code does not do', () => {
  const verbsIn = (name: string, body: string): (string | undefined)[] =>
    suggestNames(readMarkedCode(`function ${name}(input) {\n${body}\n}`)).map(
      (each) => /^[a-z]+/.exec(each)?.[0],
    );

  it.each([
    ['checkOrder', '«if (input.rush) { input.fee = 9; } input.open = true; let late = false;»\nreturn late;'],
    [
      'isOpen',
      '// check the order\n«if (input.rush) { input.fee = 9; } input.open = true;»\nreturn input.x;',
    ],
  ])('is not to check where no condition decides how it ends: %s', (name, body) => {
    expect(verbsIn(name, body)).not.toContain('check');
  });

  it.each([
    ['checkOrder', '«if (input.rush) { throw new Error("rush"); } input.open = true;»\nreturn 1;'],
    ['isOpen', '«if (order) { return false; } if (order > 2) { return false; }»\nreturn true;'],
    ['checkOrder', '// check the order\n«if (input.rush) { assertPaid(input); }»\nreturn 1;'],
  ])('may be to check where one does: %s', (name, body) => {
    expect(verbsIn(name, body)).toContain('check');
  });

  it.each([
    ['findOrder', '«if (input.rush) { input.fee = 9; } log.open(input);»\nreturn input.x;'],
    ['readOrder', '«if (input.rush) { input.fee = 9; } let mode = "slow";»\nreturn mode;'],
    ['readOrder', '// find the order\n«if (input.rush) { input.fee = 9; return null; }»\nreturn input.x;'],
  ])('is not to find or to read where nothing or a constant comes back: %s', (name, body) => {
    const verbs = verbsIn(name, body);
    expect(verbs).not.toContain('find');
    expect(verbs).not.toContain('read');
  });

  it('may be to find where something does', () => {
    expect(
      verbsIn('scale', '«let mode = "slow"; if (input.rush) { mode = "fast"; }»\nreturn mode;'),
    ).toContain('find');
  });
});

describe('a name that only repeats what is handed in', () => {
  it.each([
    [
      'computeSign',
      'scale',
      '«if (sign === "=" && any) { sign2 = ""; } else { sign2 = sign; }»\nreturn sign2;',
    ],
    ['checkOrder', 'isOpen', '«if (order) { return false; } if (order > 2) { return false; }»\nreturn true;'],
  ])('is worth little: %s in %s', (echo, name, body) => {
    expect(scoreIn(name, body, echo)).toBeLessThan(20);
  });

  it('may be the name of what comes out', () => {
    const body = 'let rate = 1;\n«if (vip) { rate = base * 2; } else { rate = base; }»\nreturn rate;';
    expect(nameIn('scale', body)).toBe('findRate');
  });
});

describe('a name out of a comment', () => {
  const SEVERAL =
    '// set the type\n«const type = pick(input);\n// then the size\nif (type) { input.size = 3; }\nif (input.big) { input.rows = 4; }»';

  it('is not taken from one that is about the first statement alone', () => {
    expect(scoreIn('store', SEVERAL, 'setType')).toBeLessThan(20);
  });

  it('is taken from the only one', () => {
    const body = '// sort the rows\n«const type = pick(input);\nif (type) { input.size = 3; }»';
    expect(nameIn('store', body)).toBe('sortRows');
  });

  it('is worth less where an empty line stands below the first statement', () => {
    const joined = '// sort the rows\n«const type = pick(input);\nif (type) { input.size = 3; }»';
    const parted = joined.replace('\nif', '\n\nif');
    expect(scoreIn('store', parted, 'sortRows')).toBeLessThan(scoreIn('store', joined, 'sortRows'));
  });

  it('ends before a word that begins a condition', () => {
    expect(nameIn('store', '// set the type only if not yet set\n«if (x.y) { z.w = 1; }»')).toBe('setType');
  });

  it('is what several of them have in common', () => {
    const body =
      '// same direction, up\n«if (a > 1 && b > 1) { return true; }\n// same direction, down\nif (a < 1 && b < 1) { return true; }»\nreturn false;';
    expect(nameIn('meet', body)).toBe('hasSameDirection');
  });
});

describe('a name for settings that are applied', () => {
  const ROW = 'this.a = options.a || 1; this.b = options.b || 2; this.c = options.c || 3;';

  it('is that of all of them when all of them move', () => {
    expect(nameIn('setup', `«${ROW}»`)).toBe('applyOptions');
  });

  it('is not that of all of them when half of them stay', () => {
    const rest = 'this.d = options.d || 1; this.e = options.e || 2; this.f = options.f || 3;';
    expect(nameIn('setup', `«${ROW}»\n${rest}`)).not.toBe('applyOptions');
  });
});

describe('a name for refusals', () => {
  it('is what all messages are about', () => {
    const refuse = (part: string): string =>
      `if (this.${part} < 0) { throw new TypeError('Invalid ${part} version'); }`;
    expect(nameIn('setup', `«${['major', 'minor', 'patch'].map(refuse).join('\n')}»`)).toBe(
      'validateVersion',
    );
  });
});
