import { describe, expect, it } from 'vitest';
import { defineType, expectDone, refusal } from '../../../support/content.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { sweepAll } from '../../../support/locale-rows.ts';
import { newProjectInLocales } from '../../../support/locales.ts';
import { startService, type TestProject } from '../../../support/service.ts';

const service = await startService();

const localized = { localized: true };

/** A project in en, de, de-AT (falls back to de) and fr (partial), with translated texts and other fields. */
async function newSite(): Promise<TestProject> {
  const project = await newProjectInLocales(service);
  await defineType(project, 'page', [
    { key: 'title', type: 'string', options: { ...localized, required: true } },
    { key: 'path', type: 'string', options: { ...localized, unique: true } },
    { key: 'note', type: 'text', options: localized },
    { key: 'body', type: 'richtext', options: localized },
    { key: 'price', type: 'number' },
  ]);
  return project;
}

const entries = '/v1/content/page/entries';

async function create({ secret }: TestProject, body: object): Promise<string> {
  return String(expectDone(await secret.post(entries, body)).id);
}

async function listed({ secret }: TestProject, query = 'locale=de') {
  return expectDone(await secret.get(`/v1/translations?${query}`)).data as Record<string, unknown>[];
}

const both = {
  values: { title: 'Prices', path: '/pricing', note: 'Welcome', price: 19 },
  publish: true,
  locales: { de: { values: { title: 'Preise', note: 'Willkommen' }, publish: true } },
};

describe('translation states of entries', () => {
  it('lists missing, outdated and current texts', async () => {
    const site = await newSite();
    const id = await create(site, { values: { title: 'Prices', note: 'Welcome', price: 19 }, publish: true });
    expect(await listed(site)).toMatchObject([
      {
        kind: 'entry',
        type: 'page',
        id,
        title: 'Prices',
        state: 'missing',
        missing_fields: ['title', 'note'],
        outdated_fields: [],
        source: { locale: 'en', revision: 1 },
        live: false,
        url: `/v1/content/page/${id}?locale=de`,
      },
    ]);

    const path = `/v1/content/page/${id}`;
    const german = expectDone(
      await site.secret.patch(`${path}?locale=de`, { values: { title: 'Preise' }, publish: true }),
    );
    expect(german.states).toMatchObject({ en: { translation: null }, de: { translation: 'missing' } });
    expect(await listed(site)).toMatchObject([{ missing_fields: ['note'], live: true }]);
    const translated = expectDone(
      await site.secret.patch(`${path}?locale=de`, { values: { note: 'Willkommen' } }),
    );
    expect(translated.states).toMatchObject({ de: { translation: 'current' } });
    expect(await listed(site)).toEqual([]);
    expect(await listed(site, 'locale=de&state=current')).toMatchObject([{ id, state: 'current' }]);

    expectDone(await site.secret.patch(path, { values: { title: 'Pricing', price: 20 } }));
    expect(await listed(site)).toMatchObject([
      { state: 'outdated', outdated_fields: ['title'], missing_fields: [] },
    ]);
    expectDone(await site.secret.patch(path, { values: { title: 'Prices' } }));
    expect(await listed(site)).toEqual([]); // the source changed back
  });

  it('compares with the fallback, with live or scheduled sources, and ignores missing texts of partial locales', async () => {
    const site = await newSite();
    const id = await create(site, both);
    const path = `/v1/content/page/${id}`;
    expect(await listed(site, 'locale=de-AT')).toMatchObject([
      { id, title: 'Preise', state: 'missing', source: { locale: 'de' } },
    ]);
    expect(await listed(site, 'locale=fr&state=missing,outdated,current')).toEqual([]);
    expectDone(await site.secret.patch(`${path}?locale=fr`, { values: { note: 'Bienvenue' } }));
    expect(await listed(site, 'locale=fr&state=current')).toMatchObject([
      { missing_fields: ['title'], outdated_fields: [] },
    ]);

    await create(site, { values: { title: 'Draft' } });
    const later = new Date(service.app.clock.now().getTime() + 3_600_000).toISOString();
    const scheduled = await create(site, { values: { title: 'Soon' }, publish: true, published_at: later });
    expect((await listed(site)).map((item) => item['id'])).toEqual([scheduled]);

    const austria = await site.secret.patch(`${path}?locale=de-AT`, { values: { title: 'Preise' } });
    expect(expectDone(austria).states).toMatchObject({ 'de-AT': { translation: 'missing' } });
    expectDone(await site.secret.patch(`${path}?locale=de`, { values: { title: 'Tarife' } }));
    expect(await listed(site, 'locale=de-AT')).toMatchObject([
      { state: 'missing', missing_fields: ['note'], outdated_fields: ['title'] },
    ]);
  });

  it('takes the revision of the source from which a text was written', async () => {
    const site = await newSite();
    const id = await create(site, { values: { title: 'Prices' }, publish: true });
    const path = `/v1/content/page/${id}`;
    expectDone(await site.secret.patch(path, { values: { title: 'Pricing' }, publish: true }));
    const german = { values: { title: 'Preise' } };
    const old = await site.secret.patch(`${path}?locale=de`, { ...german, translated_from: 1 });
    expect(expectDone(old).states).toMatchObject({ de: { translation: 'outdated' } });
    const above = await site.secret.patch(`${path}?locale=de`, { ...german, translated_from: 9 });
    expect(refusal(above)).toEqual([400, 'invalid_field_value', 'translated_from']);
    const byCode = await site.secret.patch(path, { locales: { de: { ...german, translated_from: 9 } } });
    expect(refusal(byCode)).toEqual([400, 'invalid_field_value', 'locales.de.translated_from']);
    const ofDefault = await site.secret.patch(path, { values: { title: 'x' }, translated_from: 1 });
    expect(refusal(ofDefault)[1]).toBe('invalid_field_value');
    const present = { values: { title: 'Preisliste' }, translated_from: 2 };
    const current = await site.secret.patch(`${path}?locale=de`, present);
    expect(expectDone(current).states).toMatchObject({ de: { translation: 'current' } });
  });

  it('confirms texts that are still right, without an event', async () => {
    const site = await newSite();
    const id = await create(site, both);
    const path = `/v1/content/page/${id}`;
    expectDone(await site.secret.patch(path, { values: { title: 'Pricing', note: 'Hello' } }));
    const before = expectDone(await site.secret.get(`${path}?locale=de`));
    const changes = expectDone(await site.secret.get('/v1/changes'));
    const confirm = (body: object, query = '') => site.secret.post(`/v1/translations/confirm${query}`, body);

    const dryRun = expectDone(await confirm({ locale: 'de', ids: [id] }, '?dry_run=true'));
    expect(dryRun.data).toEqual([{ id, state: 'current', missing_fields: [], outdated_fields: [] }]);
    expect(await listed(site)).toMatchObject([{ outdated_fields: ['title', 'note'] }]);
    const title = expectDone(await confirm({ locale: 'de', ids: [id], fields: ['title'] }));
    expect(title.data).toEqual([{ id, state: 'outdated', missing_fields: [], outdated_fields: ['note'] }]);
    expect(expectDone(await confirm({ locale: 'de', ids: [id] })).data).toMatchObject([{ state: 'current' }]);
    expect(await listed(site)).toEqual([]);
    expect(expectDone(await site.secret.get(`${path}?locale=de`))).toEqual(before);
    expect(expectDone(await site.secret.get('/v1/changes'))).toEqual(changes);

    expect(refusal(await confirm({ locale: 'de', ids: ['ent_01jd2v8k3q5w7x9y0z1a2b3c4d'] }))).toEqual([
      400,
      'unknown_link',
      'ids[0]',
    ]);
    expect(refusal(await confirm({ locale: 'de', ids: [id], fields: ['price'] }))).toEqual([
      400,
      'invalid_field_value',
      'fields[0]',
    ]);
    expect(refusal(await confirm({ locale: 'en', ids: [id] }))).toEqual([400, 'invalid_parameter', 'locale']);
    expect(refusal(await confirm({ locale: 'it', ids: [id] }))[1]).toBe('unknown_locale');
    expect((await confirm({ locale: 'de', ids: [] })).status).toBe(400);
  });

  it('pages 300 items and counts them', async () => {
    const site = await newSite();
    for (let i = 0; i < 6; i += 1) {
      const operations = Array.from({ length: 50 }, (_, n) => ({
        method: 'POST',
        path: entries,
        body: { values: { title: `Page ${i * 50 + n}` }, publish: true },
      }));
      expectDone(await site.secret.post('/v1/bulk', { operations }));
    }
    const ids: unknown[] = [];
    let cursor: string | null = null;
    do {
      const query = `locale=de&limit=100${cursor === null ? '' : `&cursor=${cursor}`}`;
      const page = expectDone(await site.secret.get(`/v1/translations?${query}`));
      ids.push(...(page.data as { id: string }[]).map(({ id }) => id));
      cursor = page.meta.next_cursor as string | null;
    } while (cursor !== null);
    expect(ids).toHaveLength(300);
    expect(new Set(ids).size).toBe(300);
    const { data } = expectDone(await site.secret.get('/v1/translations/summary'));
    expect(data).toContainEqual({ locale: 'de', kind: 'entry', missing: 300, outdated: 0, current: 0 });
    expect(data).toContainEqual({ locale: 'fr', kind: 'entry', missing: 0, outdated: 0, current: 0 });
    const first = expectDone(await site.secret.get('/v1/translations?locale=de&limit=1'));
    const other = await site.secret.get(
      `/v1/translations?locale=de&state=missing&cursor=${String(first.meta.next_cursor)}`,
    );
    expect(refusal(other)[1]).toBe('invalid_cursor');
  });

  it('follows new locales, other fallbacks and changed fields', async () => {
    const site = await newSite();
    await create(site, both);
    const owner = await signedIn(service, site.id, 'owner');
    const locales = `/projects/${site.id}/locales`;
    expect((await owner.send('POST', locales, { code: 'it', fallback: 'de' })).status).toBe(201);
    await sweepAll(service);
    expect(await listed(site, 'locale=it')).toMatchObject([{ title: 'Preise', source: { locale: 'de' } }]);
    expect((await owner.send('PATCH', `${locales}/it`, { fallback: null })).status).toBe(200);
    await sweepAll(service);
    expect(await listed(site, 'locale=it')).toMatchObject([{ title: 'Prices', source: { locale: 'en' } }]);
    expect((await owner.send('PATCH', `${locales}/it`, { partial: true })).status).toBe(200);
    await sweepAll(service);
    expect(await listed(site, 'locale=it&state=missing,outdated,current')).toEqual([]);
    const fields = [
      { key: 'title', type: 'string', options: { required: true } },
      { key: 'note', type: 'text', options: localized },
    ];
    expectDone(await site.secret.put('/v1/schema/content-types/page', { fields }));
    await sweepAll(service);
    expect(await listed(site, 'locale=de-AT')).toMatchObject([{ missing_fields: ['note'] }]);
  });
});

describe('translation states of a field', () => {
  it('end while its values are unique', async () => {
    const site = await newProjectInLocales(service);
    const define = async (options: object) => {
      const title = { key: 'title', type: 'string', options: localized };
      const fields = [title, { key: 'path', type: 'string', options: { ...localized, ...options } }];
      expectDone(await site.secret.put('/v1/schema/content-types/page', { fields }));
      await sweepAll(service);
    };
    const countOf = async (locale: string) => {
      const { data } = expectDone(await site.secret.get('/v1/translations/summary'));
      return (data as { locale: string; kind: string }[]).find(
        (row) => row.locale === locale && row.kind === 'entry',
      );
    };
    await define({});
    const german = { values: { title: 'Preise' }, publish: true };
    await create(site, { values: { title: 'Prices', path: '/a' }, publish: true, locales: { de: german } });
    expect(await listed(site)).toMatchObject([{ missing_fields: ['path'] }]);
    await define({ unique: true });
    expect(await countOf('de')).toMatchObject({ missing: 0, current: 1 });
    await define({});
    expect(await listed(site)).toMatchObject([{ missing_fields: ['path'] }]);
  });
});

describe('translation states of authors', () => {
  it('are listed, counted and confirmed', async () => {
    const site = await newProjectInLocales(service);
    const author = { name: 'Edda Brandt', bio: 'Sews sails.' };
    const created = expectDone(await site.secret.post('/v1/authors', author));
    const path = `/v1/authors/${String(created.id)}`;
    expect(await listed(site, 'locale=de&kind=author')).toMatchObject([
      { kind: 'author', type: null, id: created.id, title: 'Edda Brandt', missing_fields: ['name', 'bio'] },
    ]);
    expectDone(await site.secret.patch(`${path}?locale=de`, { name: 'Edda Brandt', bio: 'Näht Segel.' }));
    expect(await listed(site, 'locale=de&kind=author')).toEqual([]);
    expectDone(await site.secret.patch(path, { bio: 'Makes sails.' }));
    expect(await listed(site, 'locale=de&kind=author')).toMatchObject([
      { state: 'outdated', outdated_fields: ['bio'] },
    ]);
    const confirmed = await site.secret.post('/v1/translations/confirm', { locale: 'de', ids: [created.id] });
    expect(expectDone(confirmed).data).toMatchObject([{ id: created.id, state: 'current' }]);
    const { data } = expectDone(await site.secret.get('/v1/translations/summary'));
    expect(data).toContainEqual({ locale: 'de', kind: 'author', missing: 0, outdated: 0, current: 1 });
    for (const kind of ['blog_category', 'kb_collection', 'kb_section', 'blog_article', 'kb_article'])
      expect(await listed(site, `locale=de&kind=${kind}`)).toEqual([]);
  });
});

describe('access to translations', () => {
  it('needs a member who may draft to confirm', async () => {
    const site = await newSite();
    const id = await create(site, both);
    const path = `/v1/content/page/${id}`;
    expectDone(await site.secret.patch(path, { values: { title: 'Pricing' } }));
    const root = `/projects/${site.id}`;
    const draft = `${root}/content/page/entries/${id}`;
    const confirm = { locale: 'de', ids: [id] };
    const viewer = await signedIn(service, site.id, 'viewer');
    const list = await viewer.send('GET', `${root}/v1/translations?locale=de`);
    expect(list.body.data).toMatchObject([{ id, outdated_fields: ['title'] }]);
    expect((await viewer.send('POST', `${root}/v1/translations/confirm`, confirm)).status).toBe(403);
    expect((await viewer.send('GET', `${draft}?locale=de`)).body).toMatchObject({
      outdated_fields: ['title'],
    });
    expect((await viewer.send('GET', draft)).body).toMatchObject({ outdated_fields: [] });

    const author = await signedIn(service, site.id, 'author');
    expect((await author.send('GET', `${root}/v1/translations/summary`)).status).toBe(200);
    expect((await author.send('POST', `${root}/v1/translations/confirm`, confirm)).status).toBe(200);
    expect((await viewer.send('GET', `${draft}?locale=de`)).body).toMatchObject({ outdated_fields: [] });
  });

  it('needs a secret key of the project, and its types', async () => {
    const site = await newSite();
    const id = await create(site, both);
    await defineType(site, 'story', [{ key: 'title', type: 'string', options: localized }]);
    expectDone(
      await site.secret.post('/v1/content/story/entries', { values: { title: 'Once' }, publish: true }),
    );
    expect(refusal(await site.publishable.get('/v1/translations?locale=de'))[1]).toBe('secret_key_required');
    const stranger = await newSite();
    expect(await listed(stranger, 'locale=de&state=missing,outdated,current')).toEqual([]);
    const confirm = { locale: 'de', ids: [id] };
    expect(refusal(await stranger.secret.post('/v1/translations/confirm', confirm))[1]).toBe('unknown_link');

    const withScopes = async (scopes: object) =>
      site.as((await site.newKey({ scopes: scopes as never })).token);
    const narrowed = await withScopes({ can: ['read', 'draft'], types: ['story'] });
    const visibleItems = expectDone(await narrowed.get('/v1/translations?locale=de&state=missing,current'));
    expect(visibleItems.data).toMatchObject([{ type: 'story' }]);
    expect(refusal(await narrowed.post('/v1/translations/confirm', confirm))[1]).toBe('unknown_link');
    const reader = await withScopes({ can: ['read'] });
    expect(refusal(await reader.post('/v1/translations/confirm', confirm))[1]).toBe('scope_required');
    for (const query of ['', 'locale=en', 'locale=de&state=old', 'locale=de&kind=page', 'locale=de&type=no'])
      expect((await site.secret.get(`/v1/translations?${query}`)).status).toBe(400);
  });
});
