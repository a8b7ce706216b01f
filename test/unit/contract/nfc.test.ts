import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldText } from '../../../src/contract/text/fold.ts';
import { toNfc } from '../../../src/contract/text/nfc.ts';

const units = [
  'a',
  'é',
  'e\u0301',
  'Å',
  'Å',
  '각',
  '\u1100\u1161\u11a8',
  'ệ',
  'e\u0323\u0302',
  'e\u0302\u0323',
]
  .concat([
    '\u0301',
    '\u0323',
    '\u0344',
    'क\u093c',
    'ﬁ',
    '①',
    '\ud83d\ude00',
    '\ud800',
    '\udc00',
    '\n',
    '\u0000',
  ])
  .map((unit) => fc.constant(unit));
const texts = fc
  .array(fc.oneof(...units, fc.string({ unit: 'binary', maxLength: 3 })))
  .map((list) => list.join(''));

describe('toNfc', () => {
  it('brings all canonical forms of a text to one, which it keeps', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const normal = toNfc(text);
        expect(toNfc(text.normalize('NFD'))).toBe(normal);
        expect(toNfc(text.normalize('NFC'))).toBe(normal);
        expect(toNfc(normal)).toBe(normal);
        expect(normal.normalize('NFD')).toBe(text.normalize('NFD'));
        expect(foldText(normal)).toBe(foldText(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it('keeps compatibility characters, which look different', () => {
    expect(toNfc('ﬁ ① ﾊﾝ')).toBe('ﬁ ① ﾊﾝ');
  });

  it('takes a text of marks alone in time', () => {
    const marks = 'a' + '\u0301'.repeat(200_000) + '\u0323'.repeat(200_000);
    const begin = performance.now();
    expect(toNfc(marks)).toBe(marks);
    foldText(marks);
    expect(performance.now() - begin).toBeLessThan(1_000);
  });
});
