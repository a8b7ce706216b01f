import { describe, expect, it } from 'vitest';
import { apiError, ApiError } from '../../../../src/contract/errors/api-error.ts';
import type { ProjectContext } from '../../../../src/core/context/index.ts';
import { type LocaleParameters, RouteResponse } from '../../../../src/core/http/index.ts';
import { newLocale, newLocales, withLocale } from '../../../../src/projects/locales/list.ts';
import { readInLocales } from '../../../../src/projects/locales/read.ts';

const now = new Date('2026-11-27T12:00:00Z');
const german = newLocales(['en', 'de', 'ar'], now).list;
const list = withLocale(
  german,
  newLocale(german, { code: 'de-AT', fallback: 'de', serves_entries: true }, now),
);
const idOf = (code: string) => list.find((one) => one.code === code)?.id;

const db = { inLocale: () => db };
function contextOf(purpose: 'secret' | 'publishable') {
  return {
    project: { locales: { version: 1, list } },
    now,
    caller: { purpose },
    db,
  } as unknown as ProjectContext;
}

/** Serves one item everywhere but in Arabic. */
const readItem = (context: ProjectContext) => {
  const { locale } = context;
  if (locale?.code === 'ar') return Promise.reject(apiError('unknown_author', { slug: 'ada' }));
  return Promise.resolve({ id: 'aut_1', locale: locale?.code });
};

const read = (parameters: Partial<LocaleParameters>, purpose: 'secret' | 'publishable' = 'secret') =>
  readInLocales(contextOf(purpose), { isList: false, ...parameters }, readItem);

async function rejection(parameters: Partial<LocaleParameters>, purpose?: 'publishable') {
  const error: unknown = await read(parameters, purpose).catch((thrown: unknown) => thrown);
  if (!(error instanceof ApiError)) throw new Error('the read was not rejected');
  return [error.code, error.hints.param];
}

describe('readInLocales', () => {
  it('binds the read to a locale, and names its language', async () => {
    let bound: ProjectContext['locale'];
    const response = await readInLocales(
      contextOf('publishable'),
      { locale: 'DE_at', isList: false },
      (context) => {
        bound = context.locale;
        return readItem(context);
      },
    );

    expect(bound).toMatchObject({ code: 'de-AT', mode: 'fields', isDefault: false, hasAlternates: false });
    expect(bound?.chain).toEqual([idOf('de-AT'), idOf('de'), idOf('en')]);
    expect(response.body).toEqual({ id: 'aut_1', locale: 'de-AT' });
    expect(response.details.headers).toEqual({ 'Content-Language': 'de-AT' });
  });

  it('adds the locale and the fallback to the meta of lists', async () => {
    const page = () => Promise.resolve(new RouteResponse({ data: [], meta: { limit: 20 } }, {}));
    const response = await readInLocales(
      contextOf('secret'),
      { locale: 'de', fallback: 'none', isList: true },
      page,
    );

    expect(response.body).toEqual({ data: [], meta: { limit: 20, locale: 'de', fallback: 'none' } });
  });

  it('combines several locales, with null where the item is not served', async () => {
    expect((await read({ locales: 'ar,de' })).body).toEqual({
      id: 'aut_1',
      locales: { ar: null, de: { id: 'aut_1', locale: 'de' } },
    });
    expect(await rejection({ locales: 'ar' })).toEqual(['unknown_author', undefined]);
  });

  it.each<[Partial<LocaleParameters>, string, string]>([
    [{ locale: 'it' }, 'unknown_locale', 'locale'],
    [{ locales: 'de,it' }, 'unknown_locale', 'locales'],
    [{ fallback: 'none' }, 'invalid_parameter', 'fallback'],
    [{ alternates: 'true' }, 'invalid_parameter', 'alternates'],
    [{ locale: 'de', alternates: 'yes' }, 'invalid_parameter', 'alternates'],
    [{ locale: 'de', fallback: 'all' }, 'invalid_parameter', 'fallback'],
    [{ locale: 'de', fallback: 'entries' }, 'invalid_parameter', 'fallback'],
    [{ locale: 'de', locales: 'en' }, 'invalid_parameter', 'locales'],
    [{ locales: 'de,DE' }, 'invalid_parameter', 'locales'],
    [{ locales: 'en,de,ar,de-AT,en,de,ar,de-AT,en,de,ar' }, 'invalid_parameter', 'locales'],
    [{ locales: 'en', alternates: 'true' }, 'invalid_parameter', 'alternates'],
    [{ locales: 'en', isList: true }, 'invalid_parameter', 'locales'],
  ])('rejects %j with %s', async (parameters, code, param) => {
    expect(await rejection(parameters)).toEqual([code, param]);
  });

  it('serves entries of other locales only where they are allowed, and several locales only to secret keys', async () => {
    await expect(read({ locale: 'de-AT', fallback: 'entries' })).resolves.toBeDefined();
    await expect(read({ locale: 'en', fallback: 'entries' })).resolves.toBeDefined();
    expect(await rejection({ locales: 'en' }, 'publishable')).toEqual(['secret_key_required', 'locales']);
  });
});
