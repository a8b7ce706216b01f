import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defineType, expectDone, refusal } from '../../../support/content.ts';
import { databaseOf } from '../../../support/database.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { rowsAndDerivation, sweepAll } from '../../../support/locale-rows.ts';
import { newProjectInLocales } from '../../../support/locales.ts';
import type { TestProject } from '../../../support/service.ts';
import { runJob } from '../../../support/publishing/due-work.ts';
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

describe('a duplicate of an entry', () => {
  it('has outdated texts where the original has them', async () => {
    const { site, id, path } = await newSite();
    const { secret } = site;
    await defineType(site, 'page', [
      { key: 'title', type: 'string', options: { localized: true } },
      { key: 'path', type: 'string', options: { localized: true, unique: true } },
      { key: 'intro', type: 'string', options: { localized: true } },
      { key: 'price', type: 'number' },
    ]);
    const german = { title: 'Preise', intro: 'Hallo' };
    expectDone(await secret.patch(path, { values: { intro: 'Hello' } }));
    expectDone(await secret.patch(`${path}?locale=de`, { values: german }));
    expectDone(await secret.patch(path, { values: { intro: 'Welcome' } }));
    const editor = await signedIn(service, site.id, 'editor');
    const entries = `/projects/${site.id}/content/page/entries`;
    const copy = (await editor.send('POST', `${entries}/${id}/duplicate`)).body as { id: string };
    expectDone(await secret.patch(`/v1/content/page/${copy.id}`, { publish: true }));

    const outdated = async () => {
      const { data } = expectDone(await secret.get('/v1/translations?locale=de&state=outdated'));
      return (data as { id: string; outdated_fields: string[] }[]).map((item) => [
        item.id,
        item.outdated_fields,
      ]);
    };
    expect(await outdated()).toEqual(
      expect.arrayContaining([
        [id, ['intro']],
        [copy.id, ['intro']],
      ]),
    );
    expect(await outdated()).toHaveLength(2);
    expectDone(
      await secret.patch(`/v1/content/page/${copy.id}?locale=de`, { values: { intro: 'Willkommen' } }),
    );
    expect(await outdated()).toEqual([[id, ['intro']]]);
  });
});

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
    const title = { field: 'title', change: 'changed' };
    const entryDiff = () => site.secret.get(`/v1/releases/${release}/diff/${id}`).then(expectDone);
    expect(await entryDiff()).toMatchObject({
      ...{ live: [], draft: [] },
      locales: { de: { live: [title], draft: [title] } },
    });
    const owner = await signedIn(service, site.id, 'owner');
    const review = await owner.send('GET', `/projects/${site.id}/releases/${release}/changes`);
    expect(review.body.data).toMatchObject([{ id, fields: ['title'] }]);
    expectDone(await site.secret.patch(`${path}?release=${release}`, { values: { price: 2 } }));
    const price = { field: 'price', change: 'changed' };
    expect(await entryDiff()).toMatchObject({ live: [price], locales: { de: { live: [title] } } });
    const shared = expectDone(await site.secret.get(`/v1/releases/${release}/diff`));
    expect(shared.entries.changed).toMatchObject([{ id, locales: ['en', 'de'] }]);
    expectDone(await site.secret.post(`/v1/releases/${release}/promote`));
    expect(await germanTitles(site)).toEqual(['Neu']);
    expectDone(await site.secret.post(`/v1/releases/${site.releaseId}/promote`));
    expect(await germanTitles(site)).toEqual(['Preise']);
  });

  it('are compared if the default locale was edited long before the release was cloned', async () => {
    const { site, id, path } = await newSite();
    const past = new Date(Date.now() - 3_600_000);
    const times = { created_at: past, updated_at: past, live_updated_at: past, 'state_of.updated_at': past };
    await databaseOf(service.app.system)
      .collection('entries')
      .updateMany({ project_id: site.id, id }, { $set: times });
    const release = String(expectDone(await site.secret.post('/v1/releases', { name: 'Spring' })).id);
    const diff = () => site.secret.get(`/v1/releases/${release}/diff`).then(expectDone);
    expect((await diff()).entries.changed).toEqual([]);

    expectDone(await site.secret.patch(`${path}?release=${release}&locale=de`, { values: { title: 'Neu' } }));
    expect((await diff()).entries.changed).toMatchObject([{ id, conflict: false, locales: ['de'] }]);
    const owner = await signedIn(service, site.id, 'owner');
    const review = await owner.send('GET', `/projects/${site.id}/releases/${release}/changes`);
    const [change] = review.body.data as { at: string; by: { name: string } | null }[];
    expect(Date.parse(String(change?.at))).toBeGreaterThan(past.getTime());
    expect(change?.by).not.toBeNull();

    expectDone(await site.secret.patch(`${path}?locale=de`, { values: { title: 'Auch neu' } }));
    expect((await diff()).entries.changed).toMatchObject([{ id, conflict: true }]);

    const second = String(expectDone(await site.secret.post('/v1/releases', { name: 'Summer' })).id);
    await databaseOf(service.app.system)
      .collection('entries')
      .updateMany({ project_id: site.id, release_id: second, id }, { $set: times });
    expect((await site.secret.delete(`${path}?release=${second}&locale=de`)).status).toBe(204);
    const summer = expectDone(await site.secret.get(`/v1/releases/${second}/diff`));
    expect(summer.entries.changed).toMatchObject([{ id, locales: ['de'] }]);
    const promotion = await site.secret.post(`/v1/releases/${release}/promote`, { if_diverged: 'refuse' });
    expect(refusal(promotion)[1]).toBe('release_diverged');
  });

  it('are the same in two releases after a date of a locale', async () => {
    const { site, path } = await newSite();
    const starts = { publish: true, published_at: new Date(Date.now() + 3_000).toISOString() };
    expectDone(await site.secret.patch(`${path}?locale=fr`, { values: { title: 'Prix' }, ...starts }));
    const release = String(expectDone(await site.secret.post('/v1/releases', { name: 'Spring' })).id);
    const rows = databaseOf(service.app.system).collection('entries');
    const statuses = async () => {
      await runJob(service);
      const entries = await rows.find({ project_id: site.id }).toArray();
      return entries.flatMap(({ locales }) =>
        Object.values(locales as object).map(({ status }) => status as string),
      );
    };
    await expect.poll(statuses, { timeout: 20_000 }).not.toContain('scheduled');

    const diff = expectDone(await site.secret.get(`/v1/releases/${release}/diff`));
    expect(diff.entries).toEqual({ added: [], changed: [], removed: [] });
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
    expectDone(await site.secret.delete(german));
    expect((await inTrash()).map(({ title }) => title)).toEqual(['Tarife', 'Preise']);
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
