import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectDone, pluck, refusal } from '../../../support/content.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { databaseOf } from '../../../support/database.ts';
import { articleRowsAndDerivation, sweepAll } from '../../../support/locale-rows.ts';
import { newProjectInLocales } from '../../../support/locales.ts';
import type { TestProject } from '../../../support/service.ts';
import { newFolder, newInstallation } from '../../../support/transfer/installations.ts';

const service = await newInstallation();

const path = '/v1/blog/articles';

async function newSite(): Promise<TestProject> {
  const site = await newProjectInLocales(service);
  const german = { title: 'Preise', excerpt: 'Was es kostet', publish: true };
  const body = { title: 'Prices', excerpt: 'What it costs', publish: true, locales: { de: german } };
  expectDone(await site.secret.post(path, body));
  const collection = expectDone(await site.secret.post('/v1/kb/collections', { title: 'Start' })).id;
  const lines = {
    title: 'Lines',
    collection,
    publish: true,
    locales: { de: { title: 'Leinen', publish: true } },
  };
  expectDone(await site.secret.post('/v1/kb/articles', lines));
  return site;
}

const titlesIn = async ({ publishable }: TestProject, query: string) =>
  pluck(expectDone(await publishable.get(`${path}?${query}`)).data, 'title');

async function expectFreshRows(site: TestProject, installation = service): Promise<void> {
  const { stored, derived } = await articleRowsAndDerivation(installation, site.id);
  expect(stored).toMatchObject(derived as object[]);
  expect(stored).toHaveLength(derived.length);
}

describe('a duplicate of an article', () => {
  it('has outdated texts where the original has them', async () => {
    const site = await newSite();
    const { secret } = site;
    const { id } = expectDone(await secret.patch(`${path}/prices`, { excerpt: 'All prices' }));
    const editor = await signedIn(service, site.id, 'editor');
    const copied = await editor.send('POST', `/projects/${site.id}/blog/articles/${String(id)}/duplicate`);
    const copy = copied.body as { id: string };
    expectDone(await secret.patch(`${path}/${copy.id}`, { publish: true }));

    const { data } = expectDone(
      await secret.get('/v1/translations?locale=de&kind=blog_article&state=outdated'),
    );
    const outdated = (data as { id: string; outdated_fields: string[] }[]).map((item) => [
      item.id,
      item.outdated_fields,
    ]);
    expect(outdated).toHaveLength(2);
    expect(outdated).toEqual(
      expect.arrayContaining([
        [id, ['excerpt']],
        [copy.id, ['excerpt']],
      ]),
    );
  });
});

describe('articles in several locales', () => {
  it('come back from the trash as drafts', async () => {
    const site = await newSite();
    const owner = await signedIn(service, site.id, 'owner');
    const removed = await owner.send('DELETE', `/projects/${site.id}/v1/blog/articles/preise`);
    expect(removed.status).toBeLessThan(300);
    expect(await titlesIn(site, 'locale=de')).toEqual([]);
    const { data } = (await owner.send('GET', `/projects/${site.id}/trash`)).body as {
      data: { id: string }[];
    };
    const ids = data.map((one) => one.id);
    expect((await owner.send('POST', `/projects/${site.id}/trash/restore`, { ids })).status).toBe(200);

    expect(refusal(await site.publishable.get(`${path}/preise?locale=de`))[1]).toBe(
      'blog_article_not_published',
    );
    const published = await site.secret.patch(`${path}/prices`, { locales: { '*': { publish: true } } });
    expect(expectDone(published).locales).toEqual(['en', 'de']);
    expect(await titlesIn(site, 'locale=de')).toEqual(['Preise']);
    await expectFreshRows(site);
  });

  it('are exported with equal bytes again after an import', async () => {
    const site = await newSite();
    const later = new Date(Date.now() + 3_600_000).toISOString();
    expectDone(await site.secret.patch(`${path}/preise?locale=de`, { title: 'Später', publish_at: later }));
    const [first, second] = [join(await newFolder(), 'a'), join(await newFolder(), 'b')];
    expect((await service.galley('export', '--project', site.id, '--out', first)).exitCode).toBe(0);
    const other = await newInstallation();
    const copy = await other.newProject({ oneLocale: true });
    expect((await other.galley('import', '--project', copy.id, '--from', first)).exitCode).toBe(0);
    expect((await other.galley('export', '--project', copy.id, '--out', second)).exitCode).toBe(0);

    const manifest = JSON.parse(await readFile(join(first, 'galley.json'), 'utf8')) as {
      format: number;
      parts: { name: string }[];
    };
    expect(manifest.format).toBe(3);
    expect(pluck(manifest.parts, 'name')).not.toContain('article_locales');
    const [before, after] = await Promise.all(
      [first, second].map((folder) => readFile(join(folder, 'articles.ndjson'), 'utf8')),
    );
    expect(after).toBe(before);
    await expectFreshRows(copy, other);
    expect(await titlesIn(copy, 'locale=de')).toEqual(['Preise']);
    const query = `${path}/preise?locale=de`;
    expect(expectDone(await copy.publishable.get(query)).seo).toEqual(
      expectDone(await site.publishable.get(query)).seo,
    );
  });

  it('follow the list of locales', async () => {
    const site = await newSite();
    const owner = await signedIn(service, site.id, 'owner');
    const change = (code: string, body: object) =>
      owner.send('PATCH', `/projects/${site.id}/locales/${code}`, body);
    expectDone(await site.secret.patch(`${path}/prices?locale=fr`, { title: 'Prix', publish: true }));
    const read = async () =>
      expectDone(await site.publishable.get(`${path}/prix?locale=fr`)).excerpt as unknown;
    expect(await read()).toBe('');

    expect((await change('fr', { fallback: 'de', serves_entries: true })).status).toBe(200);
    expect(await read()).toBe('Was es kostet');
    await sweepAll(service);
    expect(await titlesIn(site, 'locale=fr&q=kostet')).toEqual(['Prix']);
    await expectFreshRows(site);
    expect((await change('de', { fallback: 'en', serves_entries: true })).status).toBe(200);
    await sweepAll(service);
    const english = await site.secret.post(path, { title: 'Only English', publish: true });
    expect(english.status).toBe(201);
    expect(await titlesIn(site, 'locale=fr&fallback=entries')).toEqual(['Only English', 'Prix']);
    const served = expectDone(await site.publishable.get(`${path}/only-english?locale=fr&fallback=entries`));
    expect(served).toMatchObject({ title: 'Only English', locale: 'en', locales: ['en'] });
    await expectFreshRows(site);
    const removal = await owner.send('DELETE', `/projects/${site.id}/locales/de-AT`, { confirm: 'de-AT' });
    expect(removal.status).toBe(200);
    await change('fr', { fallback: null });
    for (const title of ['Eins', 'Zwei'])
      expectDone(await site.secret.post(`${path}?locale=de`, { title, publish: true }));
    const removed = await owner.send('DELETE', `/projects/${site.id}/locales/de`, { confirm: 'de' });
    expect(removed.body).toMatchObject({ removed: { code: 'de', live: 4, scheduled: 0, drafts: 0 } });
    expect(refusal(await site.publishable.get(`${path}?locale=de`))[1]).toBe('unknown_locale');
    expectDone(await site.secret.patch(`${path}/prices`, { title: 'Our prices' })); // a write also removes the state
    const { removed: locale } = removed.body as { removed: { id: string } };
    const germanVersions = () =>
      databaseOf(service.app.system)
        .collection('versions')
        .countDocuments({ project_id: site.id, item: { $regex: `/${locale.id}$` } });
    expect(await germanVersions()).toBe(4);
    await sweepAll(service);
    expect(await germanVersions()).toBe(0);
    await expectFreshRows(site);
    expect(refusal(await site.publishable.get(`${path}/preise`))[1]).toBe('unknown_blog_article');
  });

  it('are read as drafts in previews', async () => {
    const site = await newSite();
    expectDone(await site.secret.patch(`${path}/preise?locale=de&draft=true`, { title: 'Entwurf' }));
    const titles = async (query: string) => {
      const { data } = expectDone(await site.secret.get(`/preview${path}?${query}`));
      return pluck(data, 'title');
    };
    expect(await titles('locale=de')).toEqual(['Entwurf']);
    expect(await titles('')).toEqual(['Prices']);
    const one = expectDone(await site.secret.get(`/preview${path}/preise?locale=de`));
    expect(one).toMatchObject({ title: 'Entwurf', state: { has_unpublished_changes: true } });
    expect(await titlesIn(site, 'locale=de')).toEqual(['Preise']);
  });

  it('keep a deleted author and section safe, and count uses in further locales', async () => {
    const site = await newSite();
    const author = expectDone(await site.secret.post('/v1/authors', { name: 'Ada' }));
    expectDone(await site.secret.patch(`${path}/prices`, { publish: false }));
    expectDone(await site.secret.patch(`${path}/preise?locale=de`, { authors: [author.id] }));
    expectDone(await site.secret.patch(`${path}/prices?draft=true`, { authors: [] }));
    expect(refusal(await site.secret.delete(`/v1/authors/ada`))[1]).toBe('entry_referenced');
    const count = async (query: string) =>
      expectDone(await site.publishable.get(`/v1/authors/ada${query}`)).article_count as number;
    expect([await count(''), await count('?locale=de')]).toEqual([0, 1]);
  });
});
