import { describe, expect, it } from 'vitest';
import { defineType, expectDone, refusal } from '../../../support/content.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { rowsAndDerivation, sweepAll } from '../../../support/locale-rows.ts';
import { newProjectInLocales } from '../../../support/locales.ts';
import { startService, type TestProject } from '../../../support/service.ts';

const service = await startService();

const localized = { localized: true };
const later = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

/** A project in which de-AT falls back to de, de to en, and both serve whole entries. */
async function newSite({ isPrepared = true } = {}): Promise<TestProject> {
  const site = await newProjectInLocales(service);
  await defineType(site, 'page', [
    { key: 'title', type: 'string', options: localized },
    { key: 'note', type: 'string', options: localized },
    { key: 'rank', type: 'number' },
  ]);
  if (isPrepared) await serveEntries(site);
  return site;
}

async function serveEntries(site: TestProject): Promise<void> {
  const owner = await signedIn(service, site.id, 'owner');
  for (const [code, fallback] of [
    ['de', 'en'],
    ['de-AT', 'de'],
  ]) {
    const body = { fallback, serves_entries: true };
    expect((await owner.send('PATCH', `/projects/${site.id}/locales/${code}`, body)).status).toBe(200);
  }
  await sweepAll(service);
}

type State = { title: string; note?: string; publish?: boolean; from?: string; until?: string };

async function create({ secret }: TestProject, rank: number, states: Record<string, State>): Promise<string> {
  const part = ({ title, note, publish = true, from, until }: State) => ({
    values: { title, ...(note === undefined ? {} : { note }) },
    publish,
    ...(from === undefined ? {} : { published_at: from }),
    ...(until === undefined ? {} : { unpublish_at: until }),
  });
  const { en, ...others } = states;
  const main = en === undefined ? { values: {} } : part(en);
  const body = {
    ...main,
    values: { ...main.values, rank },
    locales: Object.fromEntries(Object.entries(others).map(([code, state]) => [code, part(state)])),
  };
  return String(expectDone(await secret.post('/v1/content/page/entries', body)).id);
}

type Item = { locale: string; values: { title: string; note: string | null }; fallbacks: object };

async function items({ publishable }: TestProject, query: string): Promise<Item[]> {
  return expectDone(await publishable.get(`/v1/content/page?${query}`)).data as Item[];
}

const titles = async (site: TestProject, query: string) =>
  (await items(site, query)).map(({ locale, values }) => `${locale} ${values.title}`);

const whole = 'locale=de-AT&fallback=entries';

/** Entries 1 to 5: of three, two and one locales, and two whose German is not visible. */
async function fill(site: TestProject): Promise<void> {
  await create(site, 1, { en: { title: 'a', note: 'n' }, de: { title: 'b' }, 'de-AT': { title: 'c' } });
  await create(site, 2, { en: { title: 'd', note: 'n' }, de: { title: 'e' } });
  await create(site, 3, { en: { title: 'f' } });
  await create(site, 4, { en: { title: 'g' }, de: { title: 'hidden', publish: false } });
  await create(site, 5, { en: { title: 'h', publish: false }, de: { title: 'late', from: later(60) } });
}

describe('lists with fallback=entries', () => {
  it('serve each entry in the first locale of the chain in which it is visible', async () => {
    const site = await newSite();
    await fill(site);

    expect(await titles(site, `${whole}&sort=rank`)).toEqual(['de-AT c', 'de e', 'en f', 'en g']);
    expect(await titles(site, `${whole}&sort=-title`)).toEqual(['en g', 'en f', 'de e', 'de-AT c']);
    expect(await titles(site, 'locale=de-AT&sort=rank')).toEqual(['de-AT c']);
    expect(await titles(site, 'locale=de&fallback=entries&sort=rank')).toEqual([
      ...['de b', 'de e', 'en f', 'en g'],
    ]);
    const [first, second] = await items(site, `${whole}&sort=rank`);
    expect(first).toMatchObject({
      values: { note: 'n' },
      fallbacks: { note: 'en' },
      locales: ['en', 'de', 'de-AT'],
    });
    expect(second).toMatchObject({ values: { note: 'n' }, fallbacks: { note: 'en' }, locales: ['en', 'de'] });
  });

  it('filter, count and page by what they serve', async () => {
    const site = await newSite();
    await fill(site);

    expect(await titles(site, `${whole}&where[title]=d`)).toEqual([]);
    expect(await titles(site, `${whole}&where[title]=e`)).toEqual(['de e']);
    expect(await titles(site, `${whole}&where[title]=hidden`)).toEqual([]);
    expect(await titles(site, `${whole}&where[rank][gt]=2&sort=rank`)).toEqual(['en f', 'en g']);
    const page = expectDone(await site.publishable.get(`/v1/content/page?${whole}&limit=3&count=true`));
    expect(page.meta).toMatchObject({ total: 4, has_more: true, locale: 'de-AT', fallback: 'entries' });
    expect(await titles(site, `${whole}&limit=3&cursor=${String(page.meta.next_cursor)}`)).toEqual([
      'de-AT c',
    ]);
    expect(await titles(site, `${whole}&sort=rank&offset=3`)).toEqual(['en g']);
    const fields = await site.publishable.get(
      `/v1/content/page?locale=de-AT&limit=3&cursor=${String(page.meta.next_cursor)}`,
    );
    expect(refusal(fields)[1]).toBe('invalid_cursor');
  });

  it('equal single reads, also after a start, an end and a removal', async () => {
    const site = await newSite();
    const id = await create(site, 1, { en: { title: 'a' }, de: { title: 'b', until: later(60) } });
    const path = `/v1/content/page/${id}`;
    const both = async () => {
      const single = await site.publishable.get(`${path}?${whole}`);
      const served = single.status === 200 ? [`${single.body.locale} ${single.body.values.title}`] : [];
      expect(await titles(site, whole)).toEqual(served);
      return served;
    };

    expect(await both()).toEqual(['de b']);
    expectDone(await site.secret.patch(`${path}?locale=de`, { publish: false }));
    expect(await both()).toEqual(['en a']);
    expectDone(await site.secret.patch(path, { values: { title: 'aa' }, publish: true }));
    expect(await both()).toEqual(['en aa']);
    expectDone(await site.secret.patch(path, { publish: false }));
    expect(await both()).toEqual([]);
    expectDone(await site.secret.patch(path, { publish: true }));
    expect(await both()).toEqual(['en aa']);
    expect((await site.secret.delete(path)).status).toBe(204);
    expect((await rowsAndDerivation(service, site.id)).stored).toEqual([]);
  });

  it('wait for the rows of entries that existed before', async () => {
    const site = await newSite({ isPrepared: false });
    await fill(site);
    const owner = await signedIn(service, site.id, 'owner');
    const body = { fallback: 'en', serves_entries: true };
    await owner.send('PATCH', `/projects/${site.id}/locales/de`, body);
    const early = await site.publishable.get('/v1/content/page?locale=de&fallback=entries');
    expect(refusal(early)).toEqual([409, 'locale_not_ready', undefined]);
    expect(early.body.error.progress).toBe(0);
    expect(await titles(site, 'locale=de&sort=rank')).toEqual(['de b', 'de e']);
    await sweepAll(service);

    expect(await titles(site, 'locale=de&fallback=entries&sort=rank')).toEqual([
      'de b',
      'de e',
      'en f',
      'en g',
    ]);
    const { stored, derived } = await rowsAndDerivation(service, site.id);
    expect(stored).toMatchObject(derived as object[]);
    await owner.send('PATCH', `/projects/${site.id}/locales/de`, { serves_entries: false });
    await sweepAll(service);
    const rows = await rowsAndDerivation(service, site.id);
    expect(rows.stored).toMatchObject(rows.derived as object[]);
    expect(refusal(await site.publishable.get('/v1/content/page?locale=de&fallback=entries'))).toEqual([
      ...[400, 'invalid_parameter', 'fallback'],
    ]);
  });

  it('show drafts of the first locale with content in previews', async () => {
    const site = await newSite();
    await fill(site);
    const { data } = expectDone(await site.secret.get(`/preview/v1/content/page?${whole}&sort=rank`));

    expect((data as Item[]).map(({ locale, values }) => `${locale} ${values.title}`)).toEqual([
      ...['de-AT c', 'de e', 'en f', 'de hidden', 'de late'],
    ]);
  });

  it('are closed to keys without the type, and empty in another project', async () => {
    const [site, other] = [await newSite(), await newSite()];
    await fill(site);
    await defineType(site, 'other', [{ key: 'name', type: 'string' }]);
    const { token } = await site.newKey({ scopes: { can: ['read'], areas: ['content'], types: ['other'] } });
    expect(refusal(await site.as(token).get(`/v1/content/page?${whole}`))[1]).toBe('scope_required');
    expect(await titles(other, whole)).toEqual([]);
  });
});

describe('previews of a later time in a locale', () => {
  it('apply starts, ends and scheduled changes of all locales', async () => {
    const site = await newSite();
    const id = await create(site, 1, {
      en: { title: 'a', note: 'n', until: later(30) },
      de: { title: 'b', from: later(10) },
    });
    const path = `/preview/v1/content/page/${id}`;
    const at = async (minutes: number, query: string) => {
      const time = `at=${encodeURIComponent(later(minutes))}`;
      const single = await site.secret.get(`${path}?${query}&${time}`);
      const list = expectDone(await site.secret.get(`/preview/v1/content/page?${query}&${time}`))
        .data as Item[];
      const shown = ({ locale, values: { title, note } }: Item) => [locale, title, note];
      expect(list.map(shown)).toEqual(single.status === 200 ? [shown(single.body as Item)] : []);
      return list.map(shown)[0] ?? null;
    };

    expect(await at(5, 'locale=de')).toBeNull();
    expect(await at(5, 'locale=de&fallback=entries')).toEqual(['en', 'a', 'n']);
    expect(await at(20, 'locale=de')).toEqual(['de', 'b', 'n']);
    expect(await at(20, 'locale=de&fallback=none')).toEqual(['de', 'b', null]);
    expect(await at(40, 'locale=de')).toEqual(['de', 'b', null]);
    expect(await at(40, 'locale=en')).toBeNull();
    expectDone(
      await site.secret.patch(`/v1/content/page/${id}?locale=de`, { published_at: later(-1), publish: true }),
    );
    expectDone(
      await site.secret.patch(`/v1/content/page/${id}?locale=de`, {
        values: { title: 'bb' },
        publish_at: later(15),
      }),
    );
    expect(await at(10, 'locale=de')).toEqual(['de', 'b', 'n']);
    expect(await at(20, 'locale=de')).toEqual(['de', 'bb', 'n']);
  });
});

describe('a singleton in several locales', () => {
  it('is read in some of them at once, by secret keys', async () => {
    const site = await newSite();
    const fields = [
      { key: 'title', type: 'string', options: localized },
      { key: 'matched_locale', type: 'string' },
    ];
    expectDone(await site.secret.put('/v1/schema/content-types/home', { kind: 'singleton', fields }));
    expectDone(
      await site.secret.put('/v1/content/home', {
        values: { title: 'Home', matched_locale: 'x' },
        publish: true,
        locales: { de: { values: { title: 'Start' }, publish: true } },
      }),
    );

    const read = await site.secret.get('/v1/content/home?locales=en,fr,de');
    expect(expectDone(read)).toEqual({
      locales: {
        en: { title: 'Home', matched_locale: 'x' },
        fr: null,
        de: { title: 'Start', matched_locale: 'x' },
      },
    });
    expect(refusal(await site.publishable.get('/v1/content/home?locales=en,de'))[1]).toBe(
      'secret_key_required',
    );
    expect(refusal(await site.secret.get('/v1/content/home?locales=en,en'))[2]).toBe('locales');
    expect(refusal(await site.secret.get('/v1/content/home?locales=fr'))[1]).toBe('content_not_published');
    expect(refusal(await site.secret.get('/v1/content/page?locales=en,de'))).toEqual([
      ...[400, 'invalid_parameter', 'locales'],
    ]);
    const codes = Array.from({ length: 11 }, () => 'en').join(',');
    expect(refusal(await site.secret.get(`/v1/content/home?locales=${codes}`))[2]).toBe('locales');
  });
});

describe('an entry without values', () => {
  it.each([{}, { title: null }, { title: '' }])('is created like in other projects: %j', async (values) => {
    const site = await newSite();
    for (const publish of [false, true]) {
      const { id } = expectDone(await site.secret.post('/v1/content/page/entries', { values, publish }));
      expectDone(await site.secret.patch(`/v1/content/page/${id as string}`, { values: { title: 'Now' } }));
      const draft = expectDone(await site.secret.get(`/preview/v1/content/page/${id as string}`));
      expect(draft.values).toMatchObject({ title: 'Now' });
      expect((await site.publishable.get(`/v1/content/page/${id as string}`)).status).toBe(
        publish ? 200 : 404,
      );
    }
  });
});
