import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countWords, openingOf } from '../../src/richtext/service.ts';

describe('countWords', () => {
  it.each<[string, string, number]>([
    ['nothing', '', 0],
    ['white space and signs', ' \n – ... !?', 0],
    ['words and signs', 'Hello, world! It’s 9.50 euros.', 5],
    ['a word with an apostrophe', "don't", 1],
    ['numbers', '10 of 1,000', 3],
    ['a script without spaces', '私は猫です', 4],
    ['an accent made of two signs', 'cafe\u0301 au lait', 3],
  ])('%s', (_title, text, count) => {
    expect(countWords(text)).toBe(count);
  });

  it('counts as if the whole text were looked at at once', () => {
    const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
    const words = fc.array(
      fc.constantFrom('a', 'word', 'longer-word', "it's", '3.14', 'café', '🙂', 'слово', ',', '\n'),
      { maxLength: 600 },
    );
    fc.assert(
      fc.property(words, (list) => {
        const text = list.join(' ');
        expect(countWords(text)).toBe(
          [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).length,
        );
      }),
    );
  });

  it('counts the longest document without taking longer and longer for each word', () => {
    const before = process.cpuUsage();
    expect(countWords('слово '.repeat(80_000))).toBe(80_000);
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(5_000);
  });
});

describe('openingOf', () => {
  it.each<[string, string, number, string]>([
    ['a short text', 'One two.', 160, 'One two.'],
    ['lines', ' One\n\ntwo\tthree ', 160, 'One two three'],
    ['a cut between words', 'One two three', 9, 'One two'],
    ['a cut at the very end of a word', 'One two three', 7, 'One two'],
    ['a text that just fits', 'One two', 7, 'One two'],
    ['one very long word', 'x'.repeat(30), 10, 'x'.repeat(10)],
    ['a script without spaces', '私は猫です。私は犬です。', 6, '私は猫です。'],
    ['signs of two units', '🙂'.repeat(10), 5, '🙂🙂'],
  ])('%s', (_title, text, max, opening) => {
    expect(openingOf(text, max)).toBe(opening);
  });

  it('is 160 characters at most when nothing else is said', () => {
    const opening = openingOf('word '.repeat(100));
    expect(opening).toBe('word '.repeat(32).trim());
    expect(opening.length).toBeLessThanOrEqual(160);
  });
});
