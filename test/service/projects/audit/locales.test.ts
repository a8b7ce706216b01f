import { describe, expect, it } from 'vitest';
import { rowsOf, storedRows } from '../../../support/audit/rows.ts';
import { defineType, expectDone } from '../../../support/content.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { newProjectInLocales } from '../../../support/locales.ts';
import { newAsset, startMediaService } from '../../../support/media.ts';
import { setClock } from '../../../support/publishing/clock.ts';
import { runJob } from '../../../support/publishing/due-work.ts';
import { takeDatabase } from '../../../support/own-databases.ts';

const { service } = await startMediaService({ MONGODB_DB: takeDatabase() });
const { app } = service;

async function newSite() {
  const site = await newProjectInLocales(service);
  await defineType(site, 'page', [
    { key: 'title', type: 'string', options: { localized: true } },
    { key: 'price', type: 'number' },
  ]);
  const body = { values: { title: 'Prices', price: 1 }, publish: true };
  const id = String(expectDone(await site.secret.post('/v1/content/page/entries', body)).id);
  const localesOf = async (act: () => Promise<{ status: number; body: unknown }>) => {
    const auditRows = await rowsOf(app, site.id, async () => {
      const { status, body: response } = await act();
      expect(status, JSON.stringify(response)).toBeLessThan(300);
    });
    return auditRows.map(({ action, detail = {} }) => [action, detail.locale]);
  };
  return { site, path: `/v1/content/page/${id}`, localesOf };
}

describe('rows of the audit log about items in locales', () => {
  it('contain the codes of the locales that a write of an entry changed', async () => {
    const { site, path, localesOf } = await newSite();
    const { secret } = site;
    const german = { values: { title: 'Preise' } };

    expect(await localesOf(() => secret.patch(`${path}?locale=de`, german))).toEqual([['draft.saved', 'de']]);
    expect(await localesOf(() => secret.patch(path, { values: { title: 'Fees' } }))).toEqual([
      ['entry.changed', undefined],
    ]);
    const both = { values: { title: 'Prices' }, locales: { fr: { values: { title: 'Prix' } } } };
    expect(await localesOf(() => secret.patch(path, both))).toEqual([['entry.changed', 'en,fr']]);
    const created = () => secret.post('/v1/content/page/entries?locale=de', german);
    expect(await localesOf(created)).toEqual([['entry.created', 'de']]);
    expect(await localesOf(() => secret.delete(`${path}?locale=de`))).toEqual([['entry.changed', 'de']]);
    expect(await localesOf(() => secret.delete(path))).toEqual([['entry.deleted', undefined]]);
  });

  it('contain those of articles, terms and files, and the dashboard shows them', async () => {
    const { site, localesOf } = await newSite();
    const { secret } = site;
    expectDone(await secret.post('/v1/blog/articles', { title: 'News' }));
    expectDone(await secret.post('/v1/authors', { name: 'Ada' }));
    const asset = await newAsset(secret, { alt: 'A hat' });

    const changes = [
      () => secret.patch('/v1/blog/articles/news?locale=de', { title: 'Neues' }),
      () => secret.patch('/v1/authors/ada?locale=de', { name: 'Ada', bio: 'Mathematikerin' }),
      () => secret.patch(`/v1/media/${asset}?locale=de`, { alt: 'Ein Hut' }),
    ];
    for (const change of changes)
      expect((await localesOf(change)).map(([, locale]) => locale)).toEqual(['de']);

    const owner = await signedIn(service, site.id, 'owner');
    const { data } = (await owner.send('GET', `/projects/${site.id}/audit?item=${asset}`)).body as {
      data: { detail: unknown }[];
    };
    expect(data[0]?.detail).toEqual({ locale: 'de' });
  });

  it('contain the locale whose date came', async () => {
    const { site, path } = await newSite();
    const start = Date.now();
    const published_at = new Date(start + 60_000).toISOString();
    const german = { values: { title: 'Preise' }, publish: true, published_at };
    expectDone(await site.secret.patch(`${path}?locale=de`, german));
    setClock(service, new Date(start + 120_000));

    await runJob(service);

    const row = (await storedRows(app, site.id)).at(-1);
    expect(row).toMatchObject({ action: 'entry.published', detail: { locale: 'de' } });
  });
});
