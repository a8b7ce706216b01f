import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { storedRows } from '../../../support/audit/rows.ts';
import { expectDone, refusal } from '../../../support/content.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { articleTranslations, sweepAll } from '../../../support/locale-rows.ts';
import { newProjectInLocales } from '../../../support/locales.ts';
import { setClock } from '../../../support/publishing/clock.ts';
import { runJob } from '../../../support/publishing/due-work.ts';
import type { TestProject } from '../../../support/service.ts';
import { newFolder, newInstallation } from '../../../support/transfer/installations.ts';

const service = await newInstallation();

interface Site extends TestProject {
  /** Keys that a new article needs. */
  required: object;
}

const modules = [
  ['blog_article', '/v1/blog/articles'],
  ['kb_article', '/v1/kb/articles'],
] as const;
const [[kind, path]] = modules;

async function newSite(ofKind: string = kind): Promise<Site> {
  const site = await newProjectInLocales(service);
  if (ofKind === kind) return { ...site, required: {} };
  const collection = expectDone(await site.secret.post('/v1/kb/collections', { title: 'Start' })).id;
  return { ...site, required: { collection } };
}

const prices = { title: 'Prices', excerpt: 'What it costs', publish: true };
const inGerman = { title: 'Preise', excerpt: 'Was es kostet', publish: true };
const both = { ...prices, locales: { de: inGerman } };

async function addTo({ secret, required }: Site, body: object, at: string = path): Promise<string> {
  return String(expectDone(await secret.post(at, { ...body, ...required })).id);
}

async function listed({ secret }: TestProject, query = 'locale=de', ofKind: string = kind) {
  const { data } = expectDone(await secret.get(`/v1/translations?kind=${ofKind}&${query}`));
  return data as Record<string, unknown>[];
}

const confirm = ({ secret }: TestProject, body: object) => secret.post('/v1/translations/confirm', body);

/** The index of states equals a fresh derivation of all articles. */
async function expectFreshStates(site: TestProject, installation = service) {
  const { stored, derived } = await articleTranslations(installation, site.id);
  expect(stored).toEqual(derived);
  return stored;
}

describe.each(modules)('translation states of %s', (ofKind, at) => {
  it('lists, counts and confirms missing and outdated texts', async () => {
    const site = await newSite(ofKind);
    const id = await addTo(site, { ...prices, body: { markdown: 'From **19**.' } }, at);
    expect(await listed(site, 'locale=de', ofKind)).toMatchObject([
      {
        ...{ kind: ofKind, type: null, id, title: 'Prices', state: 'missing', live: false },
        ...{ missing_fields: ['title', 'excerpt', 'body'], outdated_fields: [] },
        source: { locale: 'en', revision: 1 },
        url: `${at}/prices?locale=de`,
      },
    ]);
    const german = await site.secret.patch(`${at}/prices?locale=de`, {
      ...inGerman,
      body: { markdown: 'Ab 19.' },
    });
    expect(expectDone(german).states).toMatchObject({
      en: { translation: null },
      de: { translation: 'current' },
    });
    expect(await listed(site, 'locale=de', ofKind)).toEqual([]);
    expect(await listed(site, 'locale=de&state=current', ofKind)).toMatchObject([
      { id, live: true, url: `${at}/preise?locale=de` },
    ]);

    const change = { body: { markdown: 'From 20.' }, excerpt: 'All prices' };
    expectDone(await site.secret.patch(`${at}/prices`, change));
    expect(await listed(site, 'locale=de', ofKind)).toMatchObject([
      { state: 'outdated', outdated_fields: ['excerpt', 'body'] },
    ]);
    const { data } = expectDone(await site.secret.get('/v1/translations/summary'));
    expect(data).toContainEqual({ locale: 'de', kind: ofKind, missing: 0, outdated: 1, current: 0 });
    await expectFreshStates(site);

    const read = async () => expectDone(await site.publishable.get(`${at}/preise?locale=de`));
    const [before, changes] = [await read(), expectDone(await site.secret.get('/v1/changes'))];
    const one = await confirm(site, { locale: 'de', ids: [id], fields: ['body'] });
    expect(expectDone(one).data).toEqual([
      { id, state: 'outdated', missing_fields: [], outdated_fields: ['excerpt'] },
    ]);
    expect(expectDone(await confirm(site, { locale: 'de', ids: [id] })).data).toMatchObject([
      { state: 'current' },
    ]);
    expect(await listed(site, 'locale=de', ofKind)).toEqual([]);
    expect([await read(), expectDone(await site.secret.get('/v1/changes'))]).toEqual([before, changes]);
    const audits = await storedRows(service.app, site.id);
    expect(audits.at(-1)).toMatchObject({ action: 'article.changed', changed: ['translation'] });
    const unknown = await confirm(site, { locale: 'de', ids: [id], fields: ['slug'] });
    expect(refusal(unknown)).toEqual([400, 'invalid_field_value', 'fields[0]']);
    await expectFreshStates(site);
  });
});

describe('translation states of articles', () => {
  it('compare with the revision in translated_from', async () => {
    const site = await newSite();
    await addTo(site, prices);
    expectDone(await site.secret.patch(`${path}/prices`, { title: 'Pricing', publish: true }));
    const send = (body: object, query = '') => site.secret.patch(`${path}/prices${query}`, body);
    const old = await send({ title: 'Preise', translated_from: 1 }, '?locale=de');
    expect(expectDone(old).states).toMatchObject({ de: { translation: 'missing' } });
    expect(await listed(site)).toMatchObject([{ missing_fields: ['excerpt'], outdated_fields: ['title'] }]);
    const byCode = await send({ locales: { de: { excerpt: 'Alle Preise', translated_from: 9 } } });
    expect(refusal(byCode)).toEqual([400, 'invalid_field_value', 'locales.de.translated_from']);
    expect(refusal(await send({ title: 'A', translated_from: 9 }, '?locale=de'))).toEqual([
      400,
      'invalid_field_value',
      'translated_from',
    ]);
    expect(refusal(await send({ title: 'A', translated_from: 1 }))[1]).toBe('invalid_field_value');
    const present = { title: 'Tarife', excerpt: 'Alle Preise', translated_from: 2 };
    expect(expectDone(await send({ locales: { de: present } })).states).toMatchObject({
      de: { translation: 'current' },
    });
    expect(await listed(site)).toEqual([]);
  });

  it('are rejected with translated_from in a project with one locale', async () => {
    const project = await service.newProject({ oneLocale: true });
    const created = await project.secret.post(path, { title: 'Prices', translated_from: 1 });
    expect(refusal(created)).toEqual([400, 'invalid_field_value', 'translated_from']);
    await addTo({ ...project, required: {} }, prices);
    const { stored } = await articleTranslations(service, project.id);
    expect(Object.values(stored)).toEqual([undefined]);
  });

  it('ignore drafts and unpublished articles, and follow the fallback', async () => {
    const site = await newSite();
    await addTo(site, { title: 'Draft' });
    const id = await addTo(site, both);
    expect(await listed(site)).toEqual([]);
    expect(await listed(site, 'locale=de-AT')).toMatchObject([
      { id, title: 'Preise', state: 'missing', source: { locale: 'de' } },
    ]);
    expectDone(await site.secret.patch(`${path}/prices?locale=de-AT`, { title: 'Preise (AT)' }));
    expectDone(await site.secret.patch(`${path}/prices?locale=de`, { title: 'Tarife' }));
    expect(await listed(site, 'locale=de-AT')).toMatchObject([
      { missing_fields: ['excerpt'], outdated_fields: ['title'] },
    ]);
    await expectFreshStates(site);
    expectDone(await site.secret.patch(`${path}/prices`, { publish: false }));
    expect(await listed(site, 'locale=de&state=missing,outdated,current')).toEqual([]);
    await expectFreshStates(site);
  });

  it('need no translation of a body that the source leaves empty', async () => {
    const site = await newSite();
    const german = { title: 'Preise', excerpt: '', body: { markdown: '' }, publish: true };
    await addTo(site, { ...prices, body: { markdown: 'From 19.' }, locales: { de: german } });
    expect(await listed(site, 'locale=de-AT')).toMatchObject([{ missing_fields: ['title'] }]);
    expectDone(await site.secret.patch(`${path}/prices?locale=de-AT`, { title: 'Preise (AT)' }));
    expect(await listed(site, 'locale=de-AT')).toEqual([]);
    await expectFreshStates(site);
  });

  it('follow the list of locales', async () => {
    const site = await newSite();
    const [id, other] = [await addTo(site, both), await addTo(site, { ...prices, title: 'Other' })];
    const owner = await signedIn(service, site.id, 'owner');
    const locales = `/projects/${site.id}/locales`;
    expect((await owner.send('POST', locales, { code: 'it', fallback: 'de' })).status).toBe(201);
    await sweepAll(service);
    expect(await listed(site, 'locale=it')).toMatchObject([{ id, source: { locale: 'de' } }]);
    expect((await owner.send('PATCH', `${locales}/it`, { fallback: null })).status).toBe(200);
    await sweepAll(service);
    const ids = (await listed(site, 'locale=it')).map((item) => item['id']);
    expect(ids.sort()).toEqual([id, other].sort());
    await expectFreshStates(site);
    for (const code of ['it', 'fr', 'de-AT', 'de'])
      expect((await owner.send('DELETE', `${locales}/${code}`, { confirm: code })).status).toBe(200);
    await sweepAll(service);
    expect(Object.values(await expectFreshStates(site))).toEqual([undefined, undefined]);
  });

  it('stay when an article comes back from the trash', async () => {
    const site = await newSite();
    await addTo(site, both);
    const single = await addTo(site, { ...prices, title: 'Other' });
    expectDone(await site.secret.patch(`${path}/prices`, { title: 'Pricing' }));
    const owner = await signedIn(service, site.id, 'owner');
    for (const slug of ['prices', 'other'])
      await owner.send('DELETE', `/projects/${site.id}/v1/blog/articles/${slug}`);
    expect(await listed(site, 'locale=de&state=missing,outdated,current')).toEqual([]);
    const { data } = (await owner.send('GET', `/projects/${site.id}/trash`)).body as {
      data: { id: string }[];
    };
    const ids = data.map((one) => one.id);
    expect((await owner.send('POST', `/projects/${site.id}/trash/restore`, { ids })).status).toBe(200);
    expect(await expectFreshStates(site)).toMatchObject({ [single]: undefined });
    expectDone(await site.secret.patch(`${path}/prices`, { publish: true }));
    expectDone(await site.secret.patch(`${path}/other`, { publish: true }));
    expect(await listed(site)).toMatchObject([
      { id: single, state: 'missing' },
      { state: 'outdated', outdated_fields: ['title'] },
    ]);
    await expectFreshStates(site);
  });

  it('change when a scheduled text goes live', async () => {
    const site = await newSite();
    const start = Date.now();
    setClock(service, new Date(start));
    await addTo(site, both);
    const single = await addTo(site, { ...prices, title: 'Other' });
    const publish_at = new Date(start + 60_000).toISOString();
    expectDone(await site.secret.patch(`${path}/prices`, { title: 'Pricing', publish_at }));
    expectDone(await site.secret.patch(`${path}/other`, { excerpt: null, publish_at }));
    expect(await listed(site)).toMatchObject([{ id: single }]);
    setClock(service, new Date(start + 61_000));
    await runJob(service);
    const items = await listed(site);
    expect(items.find(({ id }) => id !== single)).toMatchObject({ outdated_fields: ['title'] });
    expect(items.find(({ id }) => id === single)).toMatchObject({ missing_fields: ['title'] });
    await expectFreshStates(site);
  });

  it('are derived again after an import', async () => {
    const site = await newSite();
    await addTo(site, both);
    await addTo(site, { ...prices, title: 'Other' });
    expectDone(await site.secret.patch(`${path}/prices`, { title: 'Pricing' }));
    const folder = join(await newFolder(), 'a');
    expect((await service.galley('export', '--project', site.id, '--out', folder)).exitCode).toBe(0);
    const other = await newInstallation();
    const copy = await other.newProject({ oneLocale: true });
    expect((await other.galley('import', '--project', copy.id, '--from', folder)).exitCode).toBe(0);
    const states = (await listed(copy)).map(({ state, outdated_fields }) => [state, outdated_fields]);
    expect(states).toEqual((await listed(site)).map((item) => [item['state'], item['outdated_fields']]));
    expect(states).toContainEqual(['outdated', ['title']]);
    await expectFreshStates(copy, other);
  });

  it('are listed and confirmed with keys of their area only', async () => {
    const site = await newSite();
    const id = await addTo(site, { ...prices, locales: { de: { title: 'Preise', publish: true } } });
    const withAreas = async (areas: string[]) => {
      const scopes = { can: ['read', 'draft'], areas };
      return site.as((await site.newKey({ scopes })).token);
    };
    const ofKb = await withAreas(['kb']);
    const query = `/v1/translations?kind=${kind}&locale=de`;
    expect(expectDone(await ofKb.get(query)).data).toEqual([]);
    expect(refusal(await ofKb.post('/v1/translations/confirm', { locale: 'de', ids: [id] }))[1]).toBe(
      'unknown_link',
    );
    expect(expectDone(await (await withAreas(['blog'])).get(query)).data).toMatchObject([{ id }]);
  });

  it('page 30 articles', async () => {
    const site = await newSite();
    const operations = Array.from({ length: 30 }, (_, n) => ({
      method: 'POST',
      path,
      body: { title: `Article ${n}`, publish: true },
    }));
    expectDone(await site.secret.post('/v1/bulk', { operations }));
    const ids = new Set<unknown>();
    let cursor: string | null = null;
    let pages = 0;
    do {
      const query = `kind=${kind}&locale=de&limit=8${cursor === null ? '' : `&cursor=${cursor}`}`;
      const page = expectDone(await site.secret.get(`/v1/translations?${query}`));
      for (const item of page.data as { id: string }[]) ids.add(item.id);
      cursor = page.meta.next_cursor as string | null;
      pages += 1;
    } while (cursor !== null);
    expect([ids.size, pages]).toEqual([30, 4]);
  });
});

describe('translation states of authors, categories, collections and sections', () => {
  it('are derived again after the import of an export that is older than them', async () => {
    const site = await newSite('kb_article');
    expectDone(await site.secret.post('/v1/authors', { name: 'Edda Brandt' }));
    expectDone(await site.secret.post('/v1/blog/categories', { name: 'Sails' }));
    expectDone(await site.secret.post('/v1/kb/sections', { title: 'First steps', ...site.required }));
    const owner = await signedIn(service, site.id, 'owner');
    expect((await owner.send('POST', `/projects/${site.id}/locales`, { code: 'it' })).status).toBe(201);
    const folder = join(await newFolder(), 'a');
    expect((await service.galley('export', '--project', site.id, '--out', folder)).exitCode).toBe(0);
    const other = await newInstallation();
    const copy = await other.newProject({ oneLocale: true });
    expect((await other.galley('import', '--project', copy.id, '--from', folder)).exitCode).toBe(0);
    for (const ofKind of ['author', 'blog_category', 'kb_collection', 'kb_section'])
      expect(await listed(copy, 'locale=it', ofKind)).toMatchObject([{ state: 'missing' }]);
  });
});
