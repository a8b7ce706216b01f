import { describe, expect, it } from 'vitest';
import { defineType, expectDone, refusal } from '../../../support/content.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { newProjectInLocales } from '../../../support/locales.ts';
import { newAsset, startMediaService } from '../../../support/media.ts';
import { type TestProject, workerDatabase } from '../../../support/service.ts';

const { service } = await startMediaService({ MONGODB_DB: workerDatabase() });

const localized = { localized: true };
const later = () => new Date(Date.now() + 3_600_000).toISOString();

async function newSite(): Promise<TestProject> {
  const site = await newProjectInLocales(service);
  await defineType(site, 'page', [
    { key: 'title', type: 'string', options: localized },
    { key: 'image', type: 'image', options: localized },
    { key: 'next', type: 'reference', options: { ...localized, content_type: 'page' } },
  ]);
  return site;
}

async function create({ secret }: TestProject, body: object): Promise<string> {
  return String(expectDone(await secret.post('/v1/content/page/entries', body)).id);
}

describe('uses in further locales', () => {
  it('of an entry are listed with their locales, and protect it', async () => {
    const site = await newSite();
    const target = await create(site, { values: { title: 'target' }, publish: true });
    const german = await create(site, {
      values: { title: 'a' },
      publish: true,
      locales: { de: { values: { title: 'b', next: target }, publish: true, published_at: later() } },
    });
    const path = `/v1/content/page/${target}`;
    const referrers = async () => expectDone(await site.secret.get(`${path}/referenced-by`)).data;

    expect(await referrers()).toMatchObject([{ id: german, field: 'next', live: false, locales: ['de'] }]);
    const rejected = await site.secret.delete(path);
    expect(refusal(rejected)[1]).toBe('entry_referenced');
    expect(rejected.body.error.referenced_by).toMatchObject([{ id: german, locales: ['de'] }]);
    const now = { publish: true, published_at: new Date(Date.now() - 1_000).toISOString() };
    expectDone(await site.secret.patch(`/v1/content/page/${german}?locale=de`, now));
    expect(await referrers()).toMatchObject([{ id: german, live: true, locales: ['de'] }]);
    expectDone(await site.secret.patch(`/v1/content/page/${german}`, { values: { next: target } }));
    const [both] = await referrers();
    expect(both).not.toHaveProperty('locales');
    const body = { values: { next: null }, publish: true };
    expectDone(await site.secret.patch(`/v1/content/page/${german}?locale=de`, body));
    expectDone(await site.secret.patch(`/v1/content/page/${german}`, body));
    expect(await referrers()).toEqual([]);
    expect((await site.secret.delete(path)).status).toBe(204);
  });

  it('of an image are listed where readers see it', async () => {
    const site = await newSite();
    const id = await newAsset(site.secret);
    const entry = await create(site, {
      values: { title: 'a' },
      publish: true,
      locales: { de: { values: { title: 'b', image: id }, publish: true, published_at: later() } },
    });
    const owner = await signedIn(service, site.id, 'owner');
    const read = async (path: string) =>
      (await owner.send('GET', `/projects/${site.id}/media/${id}/${path}`)).body;
    const usedBy = async () => (await read('used-by')).used_by;
    const uses = async () => (await read('places')).data;

    expect(await usedBy()).toEqual([]);
    expect(await uses()).toMatchObject([{ id: entry, live: false, locales: ['de'] }]);
    const now = { publish: true, published_at: new Date(Date.now() - 1_000).toISOString() };
    expectDone(await site.secret.patch(`/v1/content/page/${entry}?locale=de`, now));
    expect(await usedBy()).toMatchObject([{ id: entry, title: 'a', locales: ['de'] }]);
    expect(await uses()).toMatchObject([{ id: entry, live: true, locales: ['de'] }]);
    expectDone(await site.secret.patch(`/v1/content/page/${entry}`, { publish: false }));
    expect(await usedBy()).toMatchObject([{ id: entry, title: 'b', locales: ['de'] }]);
    expectDone(await site.secret.patch(`/v1/content/page/${entry}?locale=de`, { publish: false }));
    expect(await usedBy()).toEqual([]);
  });
});
