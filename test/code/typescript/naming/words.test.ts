import { describe, expect, it } from 'vitest';
import {
  isGeneric,
  joinCamel,
  splitWords,
  toGerund,
  toMany,
  toPlural,
  toSingular,
  toVerb,
} from '../../../../src/code/typescript/naming/words.js';

describe('words of names', () => {
  it.each([
    ['parseHTMLDoc', ['parse', 'html', 'doc']],
    ['MAX_ITEM_COUNT', ['max', 'item', 'count']],
    ['_private$2', ['private', '2']],
    ['dry-run', ['dry', 'run']],
    ['constructor', ['constructor']],
    ['idx', ['index']],
    ['größeÄndern', ['größe', 'ändern']],
  ])('takes %s apart', (text, words) => {
    expect(splitWords(text)).toEqual(words);
  });

  it('puts words together again', () => {
    expect(joinCamel(['parse', 'html', 'doc'])).toBe('parseHtmlDoc');
  });

  it.each([
    ['entries', 'entry'],
    ['classes', 'class'],
    ['cases', 'case'],
    ['boxes', 'box'],
    ['matches', 'match'],
    ['children', 'child'],
    ['indices', 'index'],
    ['status', 'status'],
    ['address', 'address'],
    ['is', 'is'],
    ['values', 'value'],
  ])('knows one of %s', (plural, singular) => {
    expect(toSingular(plural)).toBe(singular);
  });

  it.each([
    ['entry', 'entries'],
    ['class', 'classes'],
    ['key', 'keys'],
    ['child', 'children'],
    ['orders', 'orders'],
  ])('knows many of %s', (singular, plural) => {
    expect(toPlural(singular)).toBe(plural);
  });

  it.each([
    [
      ['order', 'line'],
      ['order', 'lines'],
    ],
    [['advice'], ['advice']],
    [['flaky'], ['flaky']],
    [['grown'], ['grown']],
  ])('makes many of %j only where that can be counted', (words, many) => {
    expect(toMany(words)).toEqual(many);
  });

  it.each([
    ['applies', 'apply'],
    ['applying', 'apply'],
    ['removes', 'remove'],
    ['removing', 'remove'],
    ['stopping', 'stop'],
    ['fetches', 'fetch'],
    ['banana', undefined],
  ])('reads the verb in %s', (word, verb) => {
    expect(toVerb(word)).toBe(verb);
  });

  it('makes a continuing verb', () => {
    expect(['read', 'write', 'scan', 'skip'].map(toGerund)).toEqual([
      'reading',
      'writing',
      'scanning',
      'skipping',
    ]);
  });

  it('knows words that say nothing', () => {
    expect(isGeneric(['value'])).toBe(true);
    expect(isGeneric(['x'])).toBe(true);
    expect(isGeneric(['discount', 'value'])).toBe(false);
  });
});
