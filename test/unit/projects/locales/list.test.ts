import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../src/contract/errors/api-error.ts';
import { localeDirection, localeName, parseLocaleCode } from '../../../../src/contract/locale-codes.ts';
import {
  findLocale,
  localesOf,
  newLocale,
  newLocales,
  withChange,
  withLocale,
  withoutLocale,
} from '../../../../src/projects/locales/list.ts';
import type { LocaleRecord } from '../../../../src/core/context/index.ts';
import type { AddLocale, ChangeLocale } from '../../../../src/projects/locales/schema.ts';

const now = new Date('2026-11-27T12:00:00Z');
const dayMs = 86_400_000;
const later = (days: number) => new Date(now.getTime() + days * dayMs);

const listOf = (...codes: string[]) => newLocales(codes, now).list;
const add = (list: readonly LocaleRecord[], sent: AddLocale) => withLocale(list, newLocale(list, sent, now));
const find = (list: readonly LocaleRecord[], code: string, at = now) =>
  findLocale(list, code, { now: at, param: 'locale' });
const change = (list: readonly LocaleRecord[], code: string, sent: ChangeLocale, at = now) =>
  withChange({ list }, find(list, code, at), sent, at);

/** The code, message and hints of the error that the work throws. */
function errorOf(work: () => unknown): { code: string; message: string } & ApiError['hints'] {
  try {
    work();
  } catch (error) {
    if (error instanceof ApiError) return { ...error.hints, code: error.code, message: error.message };
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('codes of locales', () => {
  it.each([
    ['de', 'de'],
    ['DE', 'de'],
    ['de_at', 'de-AT'],
    ['zh-hant-tw', 'zh-Hant-TW'],
    ['es-419', 'es-419'],
    ['ca-ES-VALENCIA', 'ca-ES-valencia'],
    ['de-1996', 'de-1996'],
    ['gsw', 'gsw'],
  ])('%s is stored as %s', (text, code) => {
    expect(parseLocaleCode(text)).toEqual({ code });
  });

  it.each([
    ['iw', 'he'],
    ['in', 'id'],
    ['en-UK', 'en-GB'],
  ])('%s is replaced by %s', (text, replacement) => {
    expect(parseLocaleCode(text)).toEqual({ replacement });
  });

  it.each([
    '',
    'd',
    'german',
    'de-',
    'de--AT',
    'de-A',
    'de-AT-1996-1901',
    'de AT',
    'de-x-own',
    'i-klingon',
    'ü',
  ])('%j is none', (text) => {
    expect(parseLocaleCode(text)).toBeNull();
  });

  it('have an English name and a direction', () => {
    expect(['de', 'de-AT', 'zh-Hant-TW', 'ar'].map(localeName)).toEqual([
      'German',
      'German (Austria)',
      'Chinese (Traditional, Taiwan)',
      'Arabic',
    ]);
    expect(['en', 'ar', 'he', 'fa-IR', 'az-Arab', 'az', 'ur'].map(localeDirection)).toEqual([
      ...['ltr', 'rtl', 'rtl', 'rtl', 'rtl', 'ltr', 'rtl'],
    ]);
  });
});

describe('the locales of a project', () => {
  it('are English alone, with a fixed id, if none were set', () => {
    expect(localesOf({})).toEqual({
      version: 0,
      list: [
        {
          id: 'loc_00000000000000000000000000',
          code: 'en',
          name: 'English',
          fallback: null,
          partial: false,
          serves_entries: false,
        },
      ],
    });
  });

  it('are found by id and by any spelling of the code', () => {
    const list = listOf('en', 'de-AT');

    for (const text of ['de-AT', 'de_at', 'DE-at', list[1]?.id ?? '']) expect(find(list, text)).toBe(list[1]);
  });

  it('are listed where a code is unknown, with the nearest one', () => {
    const list = listOf('en', 'de', 'he');

    expect(errorOf(() => find(list, 'it'))).toMatchObject({
      code: 'unknown_locale',
      message: 'Locale "it" does not exist in this project. Use one of: en, de, he.',
      available_locales: ['en', 'de', 'he'],
      param: 'locale',
    });
    expect(errorOf(() => find(list, 'iw')).did_you_mean).toBe('he');
    expect(errorOf(() => find(list, 'de-CH')).did_you_mean).toBe('de');
    expect(errorOf(() => find(listOf('en', 'zh-Hant'), 'zhHant')).did_you_mean).toBe('zh-Hant');
  });

  it('are not suggested for a short code of another language', () => {
    for (const text of ['xx', '', 'it', '😀'])
      expect(errorOf(() => find(listOf('en', 'de'), text)).did_you_mean).toBeUndefined();
  });

  it('have each code once', () => {
    expect(errorOf(() => add(listOf('en', 'de'), { code: 'DE' }))).toMatchObject({
      code: 'locale_taken',
      locales: ['de'],
      param: 'code',
    });
  });

  it('are at most 50', () => {
    const letters = [...'abcdefghij'];
    const codes = letters.flatMap((a) => letters.slice(0, 5).map((b) => `q${a}${b}`));
    const list = listOf(...codes);

    expect(list).toHaveLength(50);
    expect(errorOf(() => add(list, { code: 'de' }))).toMatchObject({
      code: 'invalid_locale',
      message: 'A project has at most 50 locales.',
    });
  });

  it('name no replacement that is not the code of a locale', () => {
    const error = errorOf(() => add(listOf('en'), { code: 'en-US-posix' }));
    expect(error).toMatchObject({ message: '"en-US-posix" is not the code of a locale.' });
    expect(error.did_you_mean).toBeUndefined();
  });

  it('name the code that replaces another', () => {
    expect(errorOf(() => add(listOf('en'), { code: 'iw' }))).toMatchObject({
      code: 'invalid_locale',
      message: 'The code "iw" was replaced. Use "he".',
      did_you_mean: 'he',
      param: 'code',
    });
    expect(errorOf(() => add(listOf('en'), { code: 'deutsch' }))).toMatchObject({
      code: 'invalid_locale',
      expected: 'a code such as de, de-AT or zh-Hant-TW',
    });
  });
});

describe('fallbacks', () => {
  const chain = () => {
    const withDe = add(listOf('en'), { code: 'de', fallback: 'en' });
    return add(add(withDe, { code: 'de-AT', fallback: 'de' }), { code: 'gsw', fallback: 'de-AT' });
  };

  it('form a chain of 3 links', () => {
    expect(chain().map(({ fallback }) => fallback !== null)).toEqual([false, true, true, true]);
  });

  it('form no fourth link, at the end or in the middle', () => {
    expect(errorOf(() => add(chain(), { code: 'lb', fallback: 'gsw' }))).toMatchObject({
      code: 'invalid_locale',
      param: 'fallback',
      expected: 'at most 3 links',
    });
    const list = add(chain(), { code: 'nl' });
    const longer = change(list, 'nl', { fallback: 'en' });
    expect(errorOf(() => change(longer, 'de', { fallback: 'nl' })).code).toBe('invalid_locale');
  });

  it('form no circle', () => {
    expect(errorOf(() => change(chain(), 'de', { fallback: 'gsw' }))).toMatchObject({
      code: 'invalid_locale',
      message: expect.stringContaining('circle') as string,
      param: 'fallback',
    });
    expect(errorOf(() => change(chain(), 'de', { fallback: 'de' })).code).toBe('invalid_locale');
  });

  it('are not for the default locale, and name a locale that exists', () => {
    expect(errorOf(() => change(chain(), 'en', { fallback: 'de' })).message).toBe(
      'The default locale has no fallback.',
    );
    expect(errorOf(() => add(listOf('en'), { code: 'de', fallback: 'fr' }))).toMatchObject({
      code: 'unknown_locale',
      param: 'fallback',
    });
  });

  it('keep their locale from being removed', () => {
    const list = chain();

    expect(errorOf(() => withoutLocale(list, find(list, 'de')))).toMatchObject({
      code: 'locale_is_fallback',
      locales: ['de-AT'],
    });
    expect(errorOf(() => withoutLocale(list, find(list, 'en'))).code).toBe('locale_is_default');
    expect(withoutLocale(list, find(list, 'gsw')).map(({ code }) => code)).toEqual(['en', 'de', 'de-AT']);
  });
});

describe('a changed code', () => {
  it('leaves the former code usable for 90 days', () => {
    const list = change(listOf('en', 'de'), 'de', { code: 'de-DE' });

    expect(find(list, 'de')).toBe(list[1]);
    expect(find(list, 'de', later(89))).toBe(list[1]);
    expect(errorOf(() => find(list, 'de', later(90))).code).toBe('unknown_locale');
  });

  it('gives the former code to a locale that takes it', () => {
    const renamed = change(listOf('en', 'de'), 'de', { code: 'de-DE' });
    const list = add(renamed, { code: 'de' });

    expect(find(list, 'de').id).toBe(list[2]?.id);
    expect(find(list, 'de-DE').former_codes).toBeUndefined();
  });

  it('can be changed back', () => {
    const list = change(change(listOf('en', 'de'), 'de', { code: 'de-DE' }), 'de', { code: 'de' });

    expect(list[1]?.former_codes?.map(({ code }) => code)).toEqual(['de-DE']);
  });
});
