import { describe, expect, it } from 'vitest';
import type { Field } from '../../../../src/content/fields/schema.ts';
import {
  checkRenamedFrom,
  findRenameConflict,
  formerKeysAfter,
  readRenamedField,
  resolveRename,
} from '../../../../src/content/types/definition/renames.ts';

const field = (key: string, more: Partial<Field> = {}): Field => ({
  ...{ key, label: key, type: 'string', options: {} },
  ...more,
});
const rename = (key: string, formerKeys: string[], stored: string[] | null, noun = 'type') =>
  resolveRename({ key, formerKeys }, { fields: stored && stored.map((one) => field(one)), noun });

describe('renamed_from', () => {
  it('is ignored without a type, without former keys, and when the field has its new key', () => {
    expect(rename('intro', ['teaser'], null)).toBeNull();
    expect(rename('intro', [], ['teaser'])).toBeNull();
    expect(rename('intro', ['teaser'], ['title', 'intro'])).toBeNull();
    expect(rename('intro', ['lead', 'teaser'], ['intro'])).toBeNull();
  });

  it('renames the first listed key that there is', () => {
    expect(rename('intro', ['teaser'], ['title', 'teaser'])).toMatchObject({ from: { key: 'teaser' } });
    expect(rename('c', ['b', 'a'], ['a'])).toMatchObject({ from: { key: 'a' } });
    expect(rename('c', ['b', 'a'], ['b'])).toMatchObject({ from: { key: 'b' } });
    expect(rename('c', ['b', 'a'], ['a', 'b'])).toMatchObject({ from: { key: 'b' } });
    expect(rename('Title', ['title'], ['title'])).toMatchObject({ from: { key: 'title' } });
  });

  it('is an error when the definition has both keys', () => {
    expect(rename('intro', ['teaser'], ['teaser', 'intro'])).toEqual({
      why: 'The type has "teaser" and "intro". Remove one of them first.',
    });
    expect(rename('c', ['b', 'a'], ['a', 'c'], 'block')).toEqual({
      why: 'The block has "a" and "c". Remove one of them first.',
    });
  });

  it('is an error with a suggestion when the definition has neither key', () => {
    expect(rename('intro', ['teasr'], ['title', 'teaser'])).toEqual({
      why: 'There is no field "teasr" to rename.',
      suggestion: 'teaser',
    });
    const fields = [field('headline', { former_keys: ['name'] })];
    expect(resolveRename({ key: 'heading', formerKeys: ['name'] }, { fields, noun: 'type' })).toMatchObject({
      suggestion: 'headline',
    });
  });

  it('is an error when the request uses a former key twice', () => {
    const one = (key: string, ...formerKeys: string[]) => ({ key, formerKeys });
    expect(findRenameConflict([one('intro', 'teaser'), one('title')], 0)).toBeNull();
    expect(findRenameConflict([one('intro', 'teaser'), one('teaser')], 0)).toContain(
      'also has the field "teaser"',
    );
    expect(findRenameConflict([one('a', 'x'), one('b', 'x')], 0)).toBeNull();
    expect(findRenameConflict([one('a', 'x'), one('b', 'x')], 1)).toBe(
      'Two fields name "x" in renamed_from.',
    );
    expect(findRenameConflict([one('a', 'b'), one('b', 'a')], 0)).toContain('also has the field "b"');
  });

  it('is a key or a list of 1 to 10 keys', () => {
    const check = (renamed_from: unknown) => () => checkRenamedFrom({ key: 'a', renamed_from }, 'p');
    for (const form of [undefined, null, 'b', ['b'], Array.from({ length: 10 }, (_, i) => `b${i}`)])
      expect(check(form)).not.toThrow();
    for (const form of [[], 1, {}, ['b', 1], Array.from({ length: 11 }, (_, i) => `b${i}`)])
      expect(check(form)).toThrow('renamed_from must be a key, or a list of 1 to 10 keys.');
    expect(readRenamedField({ key: 'a', renamed_from: 'b' })).toEqual({ key: 'a', formerKeys: ['b'] });
    const back = { key: 'a', renamed_from: ['b', 'a'] }; // a chain of renames that returned to its first key
    expect(readRenamedField(back)).toEqual({ key: 'a', formerKeys: ['b'] });
    for (const odd of [null, 1, 'a', []]) expect(readRenamedField(odd)).toEqual({ key: '', formerKeys: [] });
  });

  it('leaves up to 10 former keys, newest first, without the present one', () => {
    expect(formerKeysAfter(field('b', { former_keys: ['a'] }), 'c')).toEqual(['b', 'a']);
    expect(formerKeysAfter(field('b', { former_keys: ['a'] }), 'a')).toEqual(['b']);
    const many = Array.from({ length: 10 }, (_, i) => `k${i}`);
    expect(formerKeysAfter(field('b', { former_keys: many }), 'c')).toEqual(['b', ...many.slice(0, 9)]);
  });
});
