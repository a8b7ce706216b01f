import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldText } from '../../../src/contract/text/fold.ts';
import { freeSlug, slugFamily, slugOf, slugOfId, slugPattern } from '../../../src/contract/text/slugs.ts';

const isSlug = new RegExp(slugPattern);

describe('a slug made from a title', () => {
  it.each([
    ['Hello, World!', 'hello-world'],
    ['  Ærlig  talt — på Ø ', 'aerlig-talt-pa-o'],
    ['Straße & Łódź', 'strasse-lodz'],
    ["Don't panic", 'dont-panic'],
    ['C++ 17', 'c-17'],
    ['ﬁne ½', 'fine-1-2'],
    ['潮', 'fallback'],
    ['---', 'fallback'],
    ['x'.repeat(200), 'x'.repeat(120)],
    [`${'word '.repeat(24)}again`, 'word-'.repeat(24).slice(0, -1)],
  ])('of %j is %j', (title, slug) => {
    expect(slugOf(title, 'fallback')).toBe(slug);
  });

  it('has the form of slugs whatever the title, and is its own slug', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (title) => {
        const slug = slugOf(title, 'fallback');
        expect(slug).toMatch(isSlug);
        expect(slug.length).toBeLessThanOrEqual(120);
        expect(slugOf(slug, 'other')).toBe(slug);
      }),
    );
  });

  it('falls back to the kind and the last eight characters of the id', () => {
    expect(slugOfId('art_01hzxf2k9m3q4r5s6t7v8w9x0y')).toBe('art-7v8w9x0y');
    expect(slugOfId('aut_01hzxf2k9m3q4r5s6t7v8w9x0y')).toMatch(isSlug);
  });
});

describe('a slug that is free', () => {
  it.each([
    [[], 'a'],
    [['a'], 'a-2'],
    [['a', 'a-2', 'a-4'], 'a-3'],
    [['a-2'], 'a'],
  ])('beside %j is %j', (taken, slug) => {
    expect(freeSlug('a', new Set(taken))).toBe(slug);
  });

  it('is among those that were asked for, and keeps to 120 characters', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 120 }), fc.integer({ min: 0, max: 12 }), (length, count) => {
        const base = 'ab-'.repeat(40).slice(0, length).replace(/-$/, 'c');
        const taken = new Set<string>();
        for (let i = 0; i < count; i += 1) taken.add(freeSlug(base, taken));
        expect(taken.size).toBe(count);
        for (const slug of taken) {
          expect(slug).toMatch(isSlug);
          expect(slug.length).toBeLessThanOrEqual(120);
          const fits = slugFamily(base).some((one) =>
            one instanceof RegExp ? one.test(slug) : one === slug,
          );
          expect(fits).toBe(true);
        }
      }),
    );
  });
});

describe('folding', () => {
  it('of what is folded changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(foldText(foldText(text))).toBe(foldText(text));
      }),
    );
  });

  it.each([
    ['Café', 'cafe'],
    ['CAFÉ', 'cafe'],
    ['Straße', 'strasse'],
    ['İstanbul', 'istanbul'],
    ['ΑΘΉΝΑ', 'αθηνα'],
    ['Ёлка', 'елка'],
    ['１２', '12'],
    ['ΣΙΣΥΦΟΣ', 'σισυφοσ'],
    ['Øre Łódź', 'ore lodz'],
    ['x\u1dc4\u20d7', 'x'],
    ['प्रिय', 'प्रिय'],
    ['ที่', 'ที่'],
    ['がぎ', 'がぎ'.normalize('NFKD')],
    ['שָׁלוֹם', 'שָׁלוֹם'.normalize('NFKD')],
  ])('takes case and accents from %j: %j', (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });
});
