import { describe, expect, it } from 'vitest';
import { defineType, expectDone, refusal } from '../../../support/content.ts';
import { newProjectInLocales } from '../../../support/locales.ts';
import { startService, type TestProject } from '../../../support/service.ts';

const service = await startService();

const localized = { localized: true };

/** A project in en, de, de-AT (falls back to de) and fr (partial), with a type that has localized and shared fields. */
async function newSite(): Promise<TestProject> {
  const project = await newProjectInLocales(service);
  await defineType(project, 'page', [
    { key: 'title', type: 'string', options: { ...localized, required: true } },
    { key: 'path', type: 'string', options: { ...localized, unique: true } },
    { key: 'note', type: 'text', options: { ...localized, fallback: false } },
    { key: 'price', type: 'number' },
  ]);
  return project;
}

const both = {
  values: { title: 'Prices', path: '/pricing', note: 'English', price: 19 },
  publish: true,
  locales: { de: { values: { title: 'Preise' }, publish: true } },
};
const entries = '/v1/content/page/entries';

async function create({ secret }: TestProject, body: object = both): Promise<string> {
  return `/v1/content/page/${String(expectDone(await secret.post(entries, body)).id)}`;
}

const valuesIn = async ({ publishable }: TestProject, path: string) =>
  expectDone(await publishable.get(path)).values as Record<string, unknown>;

describe('an entry in several locales', () => {
  it('returns large values of the addressed locale again under an idempotency key', async () => {
    const site = await newSite();
    const german = { title: 'Größe', note: 'ÄÖÜ'.repeat(16_000) };
    const english = { title: 'Size', note: 'éèê'.repeat(16_000) };
    const body = { values: german, locales: { en: { values: english } } };
    const create = () => site.secret.post(`${entries}?locale=de`, body, { 'Idempotency-Key': 'large' });
    const first = await create();
    const second = await create();
    expect(second.headers.get('Idempotency-Replayed')).toBe('true');
    expect(expectDone(second).values).toEqual(expectDone(first).values);
  });

  it('is created in two locales and read in each', async () => {
    const site = await newSite();
    const created = await site.secret.post(entries, both);

    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      values: { title: 'Prices', price: 19 },
      locale: 'en',
      locales: ['en', 'de'],
      states: { en: { status: 'published', revision: 1 }, de: { status: 'published', revision: 1 } },
    });
    const path = `/v1/content/page/${String(created.body.id)}`;
    const german = await site.publishable.get(`${path}?locale=de`);
    expect(german.headers.get('content-language')).toBe('de');
    expect(german.body).toMatchObject({
      values: { title: 'Preise', path: null, note: null, price: 19 },
      locale: 'de',
      locales: ['en', 'de'],
      fallbacks: {},
    });
    expect(german.body.alternates).toEqual([
      { locale: 'en', url: `${path}?locale=en`, values: { title: 'Prices', path: '/pricing' } },
      { locale: 'de', url: `${path}?locale=de`, values: { title: 'Preise', path: null } },
    ]);
    expect(Object.keys(expectDone(await site.publishable.get(path)))).not.toContain('locale');
    const hidden = await site.publishable.get(`${path}?locale=fr`);
    expect(refusal(hidden)[1]).toBe('entry_not_published');
    expect(hidden.body.error).toMatchObject({ locale: 'fr', locales: ['en', 'de'] });
    const several = expectDone(await site.secret.get(`${path}?locales=en,fr,de`));
    expect(several.locales).toMatchObject({ en: { locale: 'en' }, fr: null, de: { locale: 'de' } });
  });

  it('shows values of the fallback only while the entry is visible there', async () => {
    const site = await newSite();
    const path = await create(site, {
      ...both,
      locales: {
        de: { values: { title: 'Preise', note: 'Deutsch' }, publish: true },
        'de-AT': { values: { title: 'x' } },
      },
    });
    const austrian = `${path}?locale=de-AT`;
    expectDone(await site.secret.patch(austrian, { values: { title: 'Preise AT' }, publish: true }));
    expectDone(await site.secret.patch(`${path}?locale=de`, { values: { path: '/preise' } }));

    expect(expectDone(await site.publishable.get(austrian))).toMatchObject({
      values: { title: 'Preise AT', path: '/preise', note: null, price: 19 },
      fallbacks: { path: 'de' },
      locales: ['en', 'de', 'de-AT'],
    });
    expect(await valuesIn(site, `${austrian}&fallback=none`)).toMatchObject({ path: null, price: 19 });
    const list = expectDone(await site.publishable.get('/v1/content/page?locale=de-AT&alternates=true'));
    expect(list.data).toMatchObject([
      { values: { path: '/preise' }, fallbacks: { path: 'de' }, locale: 'de-AT' },
    ]);
    expect(list.data[0].alternates).toHaveLength(3);
    expect(list.meta).toMatchObject({ locale: 'de-AT', fallback: 'fields' });
    const own = expectDone(await site.publishable.get('/v1/content/page?locale=de-AT&fallback=none'));
    expect(own.data[0]).toMatchObject({ values: { path: null }, fallbacks: {} });

    expectDone(await site.secret.patch(`${path}?locale=de`, { publish: false }));
    expect(expectDone(await site.publishable.get(austrian))).toMatchObject({
      values: { title: 'Preise AT', path: null },
      fallbacks: {},
    });
    const after = expectDone(await site.publishable.get('/v1/content/page?locale=de-AT'));
    expect(after.data[0].values).toMatchObject({ path: null });
  });

  it('filters, sorts and counts by the values of the locale', async () => {
    const site = await newSite();
    await create(site);
    await create(site, {
      values: { title: 'About', path: '/about', price: 3 },
      publish: true,
      locales: { de: { values: { title: 'Zur Firma', path: '/firma' }, publish: true } },
    });
    await create(site, { values: { title: 'English only', path: '/en' }, publish: true });
    const titles = async (query: string) => {
      const { data } = expectDone(await site.publishable.get(`/v1/content/page?${query}`));
      return (data as { values: { title: string } }[]).map(({ values }) => values.title);
    };

    expect(await titles('locale=de&sort=title')).toEqual(['Preise', 'Zur Firma']);
    expect(await titles('locale=de&where[title]=Preise')).toEqual(['Preise']);
    expect(await titles('locale=de&where[title]=Prices')).toEqual([]);
    expect(await titles('locale=de&where[price][gt]=5')).toEqual(['Preise']);
    expect(await titles('locale=de&fallback=none&where[path]=/firma')).toEqual(['Zur Firma']);
    expect(await titles('locale=en&sort=title')).toEqual(['About', 'English only', 'Prices']);
    const counted = expectDone(await site.publishable.get('/v1/content/page?locale=de&count=true&limit=1'));
    expect(counted.meta).toMatchObject({ total: 2, has_more: true });
    const cursor = String(counted.meta.next_cursor);
    expect(await titles(`locale=de&limit=1&cursor=${cursor}`)).toEqual(['Preise']);
    expect(refusal(await site.publishable.get(`/v1/content/page?limit=1&cursor=${cursor}`))[1]).toBe(
      'invalid_cursor',
    );
  });

  it('checks required fields and unique values in each locale', async () => {
    const site = await newSite();
    await create(site, {
      ...both,
      locales: { de: { values: { title: 'Preise', path: '/kontakt' }, publish: true } },
    });
    const missing = await site.secret.post(entries, {
      values: { title: 'B', path: '/b' },
      publish: true,
      locales: {
        de: { values: { path: '/x' }, publish: true },
        fr: { values: { path: '/y' }, publish: true },
      },
    });
    expect(refusal(missing)).toEqual([400, 'missing_required_field', 'locales.de.title']);
    expect(missing.body.error).toMatchObject({ locale: 'de' });
    const conflict = await site.secret.post(entries, {
      values: { title: 'B', path: '/b' },
      locales: { de: { values: { title: 'B', path: '/kontakt' } } },
    });
    expect(refusal(conflict)[1]).toBe('field_value_taken');
    expect(conflict.body.error).toMatchObject({ locale: 'de' });
    // The value of another locale is free.
    expectDone(await site.secret.post(entries, { values: { title: 'C', path: '/kontakt' }, publish: true }));
    const shared = await site.secret.post(entries, {
      values: { title: 'D' },
      locales: { de: { values: { price: 1 } } },
    });
    expect(refusal(shared)).toEqual([400, 'invalid_field_value', 'locales.de.values.price']);
    expect(refusal(await site.secret.post(`${entries}?locale=it`, { values: { title: 'x' } }))[1]).toBe(
      'unknown_locale',
    );
  });

  it('is created in a further locale alone, and deleted there', async () => {
    const site = await newSite();
    const created = await site.secret.post(`${entries}?locale=de`, {
      values: { title: 'Nur Deutsch', price: 2 },
      publish: true,
    });
    expect(created.status).toBe(201);
    const path = `/v1/content/page/${String(created.body.id)}`;
    expect(created.headers.get('location')).toBe(`${path}?locale=de`);
    expect(created.body).toMatchObject({
      locale: 'de',
      locales: ['de'],
      values: { title: 'Nur Deutsch', price: 2 },
    });
    expect(refusal(await site.publishable.get(path))[1]).toBe('entry_not_published');
    expect(await valuesIn(site, `${path}?locale=de`)).toMatchObject({ title: 'Nur Deutsch', price: 2 });

    expectDone(await site.secret.patch(path, { values: { title: 'English' }, publish: true }));
    expect(await valuesIn(site, path)).toMatchObject({ title: 'English', price: 2 });
    expect(refusal(await site.secret.delete(`${path}?locale=en`))[1]).toBe('locale_is_default');
    expect(refusal(await site.secret.delete(`${path}?locale=fr`))[1]).toBe('unknown_entry');
    expect((await site.secret.delete(`${path}?locale=de`)).status).toBe(204);
    expect(refusal(await site.publishable.get(`${path}?locale=de`))[1]).toBe('entry_not_published');
    expect(expectDone(await site.publishable.get('/v1/content/page?locale=de')).data).toEqual([]);
    expect((await site.secret.delete(path)).status).toBe(204);
    expect(refusal(await site.publishable.get(path))[1]).toBe('unknown_entry');
  });

  it('gives each locale its own revision, and lets translators write at once', async () => {
    const site = await newSite();
    const path = await create(site);
    const tag = async (locale: string) =>
      ((await site.secret.get(`${path}?locale=${locale}`)).headers.get('etag') ?? '').split('-')[0] ?? '';
    const [english, german] = [await tag('en'), await tag('de')];
    expectDone(
      await site.secret.patch(`${path}?locale=de`, { values: { title: 'Neu' } }, { 'If-Match': german }),
    );
    expect(await tag('en')).toBe(english);
    expectDone(await site.secret.patch(path, { values: { title: 'New' } }, { 'If-Match': english }));
    expect(
      refusal(
        await site.secret.patch(`${path}?locale=de`, { values: { title: 'Old' } }, { 'If-Match': german }),
      )[1],
    ).toBe('revision_conflict');
    const [before, after] = [
      await tag('de'),
      expectDone(await site.secret.patch(path, { values: { price: 20 } })),
    ];
    expect(after.values).toMatchObject({ title: 'New', price: 20 });
    expect(await tag('de')).not.toBe(before);
    expect(await valuesIn(site, `${path}?locale=de`)).toMatchObject({ title: 'Neu', price: 20 });
  });

  it('lets shared values of a draft locale wait, and warns', async () => {
    const site = await newSite();
    const path = await create(site, { ...both, locales: { de: { values: { title: 'Preise' } } } });
    const waiting = expectDone(await site.secret.patch(`${path}?locale=de`, { values: { price: 25 } }));
    expect(waiting.meta.warnings).toMatchObject([{ code: 'shared_waiting', fields: ['price'] }]);
    expect(await valuesIn(site, path)).toMatchObject({ price: 19 });
    const published = expectDone(await site.secret.patch(`${path}?locale=de`, { publish: true }));
    expect(published.meta.warnings).toMatchObject([
      { code: 'shared_published', fields: ['price'], locales: ['en', 'de'] },
    ]);
    expect(await valuesIn(site, path)).toMatchObject({ price: 25 });
    const everywhere = expectDone(await site.secret.patch(path, { locales: { '*': { publish: false } } }));
    expect(everywhere.states).toMatchObject({ en: { status: 'draft' }, de: { status: 'draft' } });
    expect(refusal(await site.publishable.get(`${path}?locale=de`))[1]).toBe('entry_not_published');
  });
});
