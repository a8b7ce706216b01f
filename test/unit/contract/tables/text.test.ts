import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  detectDelimiter,
  guardFormula,
  joinItems,
  splitItems,
  unguardFormula,
} from '../../../../src/contract/tables/text.ts';

describe('text in tables', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+49 431', "'+49 431"],
    ['-5', "'-5"],
    ['@home', "'@home"],
    ['\tindented', "'\tindented"],
    ["'tis", "''tis"],
    ["'", "''"],
    ['plain', 'plain'],
    ['', ''],
  ])('writes %j as %j', (text, cell) => {
    expect(guardFormula(text)).toBe(cell);
    expect(unguardFormula(cell)).toBe(text);
  });

  it('keeps an apostrophe that people wrote', () => {
    expect(unguardFormula("'tis the season")).toBe("'tis the season");
  });

  it('returns all text unchanged', () => {
    const text = fc.string({ unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', 'a', ' ') });
    fc.assert(fc.property(text, (value) => unguardFormula(guardFormula(value)) === value));
  });
});

describe('lists in tables', () => {
  it.each([
    ['a|b', ['a', 'b']],
    [' a | b ', ['a', 'b']],
    ['a||b|', ['a', 'b']],
    ['a\\|b|c', ['a|b', 'c']],
    ['C:\\dir', ['C:\\dir']],
    ['\\ a', [' a']],
    ['', []],
    [' | ', []],
  ])('reads %j as %j', (text, items) => {
    expect(splitItems(text)).toEqual(items);
  });

  it('returns all lists unchanged', () => {
    const item = fc.string({ minLength: 1, unit: fc.constantFrom('|', '\\', ' ', '\u00a0', 'a', 'é', '𝒳') });
    fc.assert(
      fc.property(fc.array(item), (items) => {
        expect(splitItems(joinItems(items))).toEqual(items);
      }),
    );
  });
});

describe('the delimiter of a table', () => {
  it.each([
    ['a,b,c\n1;2;3;4', ','],
    ['a;b;c\n1,2', ';'],
    ['a\tb\n', '\t'],
    ['"a;b;c",d\n', ','],
    ['"a\nb;c",d,e', ','],
    ['one column\n', ','],
    ['', ','],
  ])('of %j is %j', (text, delimiter) => {
    expect(detectDelimiter(text)).toBe(delimiter);
  });
});
