import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defineType, expectDone, refusal } from '../../../support/content.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { rowsAndDerivation, sweepAll } from '../../../support/locale-rows.ts';
import { newProjectInLocales } from '../../../support/locales.ts';
import type { TestProject } from '../../../support/service.ts';
import { newFolder, newInstallation } from '../../../support/transfer/installations.ts';

const service = await newInstallation();

async function newSite(): Promise<{ site: TestProject; id: string; path: string }> {
  const site = await newProjectInLocales(service);
  await defineType(site, 'page', [
    { key: 'title', type: 'string', options: { localized: true } },
    { key: 'path', type: 'string', options: { localized: true, unique: true } },
    { key: 'price', type: 'number' },
  ]);
  const created = await site.secret.post('/v1/content/page/entries', {
    values: { title: 'Prices', path: '/pricing', price: 1 },
    publish: true,
    locales: { de: { values: { title: 'Preise', path: '/preise' }, publish: true } },
  });
  const id = String(expectDone(created).id);
  return { site, id, path: `/v1/content/page/${id}` };
}

const germanTitles = async ({ publishable }: TestProject) => {
  const { data } = expectDone(await publishable.get('/v1/content/page?locale=de'));
  return (data as { values: { title: string } }[]).map(({ values }) => values.title);
};

describe('entries in several locales', () => {
  it('are cloned, compared and promoted with all locales', async () => {
    const { site, id, path } = await newSite();
    const release = String(expectDone(await site.secret.post('/v1/releases', { name: 'Spring' })).id);
    const changed = await site.secret.patch(`${path}?release=${release}&locale=de`, {
      values: { title: 'Neu' },
    });
    expectDone(changed);

    expect(await germanTitles(site)).toEqual(['Preise']);
    const diff = expectDone(await site.secret.get(`/v1/releases/${release}/diff`));
    expect(diff.entries.changed).toMatchObject([{ id, locales: ['de'] }]);
    expectDone(await site.secret.patch(`${path}?release=${release}`, { values: { price: 2 } }));
    const shared = expectDone(await site.secret.get(`/v1/releases/${release}/diff`));
    expect(shared.entries.changed).toMatchObject([{ id, locales: ['en', 'de'] }]);
    expectDone(await site.secret.post(`/v1/releases/${release}/promote`));
    expect(await germanTitles(site)).toEqual(['Neu']);
    expectDone(await site.secret.post(`/v1/releases/${site.releaseId}/promote`));
    expect(await germanTitles(site)).toEqual(['Preise']);
  });

  it('come back from the trash as drafts', async () => {
    const { site, id, path } = await newSite();
    const owner = await signedIn(service, site.id, 'owner');
    expect((await owner.send('DELETE', `/projects/${site.id}/v1/content/page/${id}`)).status).toBeLessThan(
      300,
    );
    expect(await germanTitles(site)).toEqual([]);
    const { data } = (await owner.send('GET', `/projects/${site.id}/trash`)).body as {
      data: { id: string }[];
    };
    const ids = data.map((one) => one.id);
    expect((await owner.send('POST', `/projects/${site.id}/trash/restore`, { ids })).status).toBe(200);

    expect(refusal(await site.publishable.get(`${path}?locale=de`))[1]).toBe('entry_not_published');
    const published = expectDone(await site.secret.patch(path, { locales: { '*': { publish: true } } }));
    expect(published.locales).toEqual(['en', 'de']);
    expect(await germanTitles(site)).toEqual(['Preise']);
  });

  it('are exported and imported', async () => {
    const { site, path } = await newSite();
    const folder = join(await newFolder(), 'backup');
    expect((await service.galley('export', '--project', site.id, '--out', folder)).exitCode).toBe(0);
    const other = await newInstallation();
    const copy = await other.newProject({ oneLocale: true });
    expect((await other.galley('import', '--project', copy.id, '--from', folder)).exitCode).toBe(0);

    expect(await germanTitles(copy)).toEqual(['Preise']);
    const query = `${path}?locale=de`;
    expect(expectDone(await copy.publishable.get(query)).values).toEqual(
      expectDone(await site.publishable.get(query)).values,
    );
  });

  it('come back from the trash in one locale as a draft of it', async () => {
    const { site, path } = await newSite();
    const owner = await signedIn(service, site.id, 'owner');
    const inTrash = async () =>
      (await owner.send('GET', `/projects/${site.id}/trash`)).body.data as Record<string, unknown>[];
    const restore = async (publish = false) => {
      const ids = (await inTrash()).map((item) => item['trash_id']);
      return (await owner.send('POST', `/projects/${site.id}/trash/restore`, { ids, publish })).body;
    };
    const german = `${path}?locale=de`;
    expectDone(await site.secret.delete(german));
    expect(await inTrash()).toMatchObject([{ kind: 'entry', title: 'Preise', locale: 'de', was_live: true }]);
    expect(await restore()).toMatchObject({ done: 1, failed: 0 });
    expect(refusal(await site.publishable.get(german))[1]).toBe('entry_not_published');
    expect(expectDone(await site.secret.get(`/preview${german}`)).values).toMatchObject({ title: 'Preise' });
    expect(await inTrash()).toEqual([]);

    expectDone(await site.secret.patch(german, { publish: true }));
    expectDone(await site.secret.delete(german));
    expect(await restore(true)).toMatchObject({ warnings: [] });
    expect(expectDone(await site.publishable.get(german)).values).toMatchObject({ title: 'Preise' });
    expect((await site.publishable.get(path)).status).toBe(200);

    expectDone(await site.secret.delete(german));
    expectDone(await site.secret.patch(german, { values: { title: 'Tarife' } }));
    expect(await restore()).toMatchObject({
      failed: 1,
      data: [{ error: { code: 'revision_conflict' } }],
    });
    expect(await inTrash()).toHaveLength(1);
  });

  it('are exported with equal bytes again after an import', async () => {
    const { site, path } = await newSite();
    const owner = await signedIn(service, site.id, 'owner');
    const settings = { fallback: 'en', serves_entries: true };
    await owner.send('PATCH', `/projects/${site.id}/locales/fr`, settings);
    await sweepAll(service);
    expectDone(await site.secret.patch(`${path}?locale=fr`, { values: { title: 'Prix' }, publish: true }));
    const scheduled = {
      values: { title: 'Später' },
      publish_at: new Date(Date.now() + 3_600_000).toISOString(),
    };
    expectDone(await site.secret.patch(`${path}?locale=de`, scheduled));
    expectDone(await site.secret.post('/v1/content/page/entries', { values: { title: 'draft' } }));
    expectDone(await site.secret.post('/v1/releases', { name: 'Spring' }));
    const [first, second] = [join(await newFolder(), 'a'), join(await newFolder(), 'b')];
    expect((await service.galley('export', '--project', site.id, '--out', first)).exitCode).toBe(0);
    const other = await newInstallation();
    const copy = await other.newProject({ oneLocale: true });
    expect((await other.galley('import', '--project', copy.id, '--from', first)).exitCode).toBe(0);
    expect((await other.galley('export', '--project', copy.id, '--out', second)).exitCode).toBe(0);

    const manifest = JSON.parse(await readFile(join(first, 'galley.json'), 'utf8')) as { format: number };
    expect(manifest.format).toBe(3);
    for (const name of ['entries', 'content_types', 'authors']) {
      const [before, after] = await Promise.all(
        [first, second].map((folder) => readFile(join(folder, `${name}.ndjson`), 'utf8')),
      );
      expect(after).toBe(before);
    }
    const { stored, derived } = await rowsAndDerivation(other, copy.id);
    expect(stored).toMatchObject(derived as object[]);
    const list = '/v1/content/page?locale=fr&fallback=entries';
    expect(expectDone(await copy.publishable.get(list)).data).toEqual(
      expectDone(await site.publishable.get(list)).data,
    );
  });

  it('are found by a unique value of any locale', async () => {
    const { site, id } = await newSite();
    const find = (query: string) => site.publishable.get(`/v1/content/page/lookup?where[path]=${query}`);

    expect(expectDone(await find('/preise&locale=en'))).toMatchObject({
      id,
      values: { path: '/pricing' },
      locale: 'en',
      matched_locale: 'de',
    });
    expect(expectDone(await find('/preise'))).toMatchObject({ locale: 'de', matched_locale: 'de' });
    expect(expectDone(await find('/pricing')).alternates).toHaveLength(2);
    expect(refusal(await find('/none&locale=de'))[1]).toBe('unknown_entry');
    expect(refusal(await find('/preise&locale=fr'))[1]).toBe('entry_not_published');
  });

  it('follow a change of fallbacks and of localized fields', async () => {
    const { site, path } = await newSite();
    const owner = await signedIn(service, site.id, 'owner');
    expectDone(await site.secret.patch(`${path}?locale=fr`, { values: { path: '/prix' }, publish: true }));
    const french = async () => {
      const { data } = expectDone(await site.publishable.get('/v1/content/page?locale=fr'));
      const [{ values, fallbacks }] = data as [{ values: object; fallbacks: object }];
      return { ...values, fallbacks };
    };
    expect(await french()).toMatchObject({ title: null, price: 1, fallbacks: {} });
    const changed = await owner.send('PATCH', `/projects/${site.id}/locales/fr`, { fallback: 'de' });
    expect(changed.status).toBe(200);
    expect(await french()).toMatchObject({ title: 'Preise', fallbacks: { title: 'de' } });
    await defineType(site, 'page', [
      { key: 'title', type: 'string' },
      { key: 'path', type: 'string', options: { localized: true, unique: true } },
      { key: 'price', type: 'number' },
    ]);
    expect(await french()).toMatchObject({ title: 'Prices', fallbacks: {} });
  });
});
