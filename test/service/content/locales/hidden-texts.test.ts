import { describe, expect, it } from 'vitest';
import { defineType, expectDone } from '../../../support/content.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { sweepAll } from '../../../support/locale-rows.ts';
import { newProjectInLocales } from '../../../support/locales.ts';
import { startService, type TestProject } from '../../../support/service.ts';

const service = await startService();

const localized = { localized: true };
const later = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const codes = ['en', 'de', 'de-AT', 'fr'];
const modes = ['none', 'fields', 'entries'];
const marker = 'hiddentext';

/** A site in which each kind of hidden value contains the marker, and whose other texts don't. */
async function newSite(): Promise<{ site: TestProject; ids: string[] }> {
  const site = await newProjectInLocales(service);
  const owner = await signedIn(service, site.id, 'owner');
  for (const [code, fallback] of Object.entries({ de: 'en', fr: 'de', 'de-AT': 'de' }))
    await owner.send('PATCH', `/projects/${site.id}/locales/${code}`, { fallback, serves_entries: true });
  await sweepAll(service);
  await defineType(site, 'page', [
    { key: 'title', type: 'string', options: localized },
    { key: 'path', type: 'string', options: { ...localized, unique: true } },
    { key: 'sku', type: 'string' },
    { key: 'next', type: 'reference', options: { content_type: 'page' } },
  ]);
  const create = async (body: object) =>
    String(expectDone(await site.secret.post('/v1/content/page/entries', body)).id);
  const change = async (id: string, query: string, body: object) =>
    expectDone(await site.secret.patch(`/v1/content/page/${id}${query}`, body));
  const live = { values: { title: 'a', sku: 's' }, publish: true };

  const draft = await create({ ...live, locales: { de: { values: { title: marker, path: marker } } } });
  const changed = await create({ ...live, locales: { de: { values: { title: 'b' }, publish: true } } });
  await change(changed, '?locale=de&draft=true', { values: { title: marker, path: `${marker}6` } });
  const scheduled = await create({
    ...live,
    locales: {
      de: { values: { title: `${marker}1`, path: `${marker}1` }, publish: true, published_at: later(60) },
    },
  });
  const pending = await create({ ...live, locales: { de: { values: { title: 'b' }, publish: true } } });
  await change(pending, '?locale=de', {
    values: { title: marker, path: `${marker}2` },
    publish_at: later(60),
  });
  const ended = await create({
    ...live,
    locales: {
      de: { values: { title: marker, path: `${marker}3` }, publish: true, unpublish_at: later(1 / 30) },
    },
  });
  const unpublished = await create({
    ...live,
    locales: { de: { values: { title: marker, path: `${marker}7` }, publish: true } },
  });
  await change(unpublished, '?locale=de', { publish: false });
  const removed = await create({
    ...live,
    locales: { de: { values: { title: marker, path: `${marker}4` }, publish: true } },
  });
  expect((await site.secret.delete(`/v1/content/page/${removed}?locale=de`)).status).toBe(204);
  const waiting = await create({ ...live, locales: { de: { values: { title: 'b' } } } });
  await change(waiting, '?locale=de', { values: { sku: marker } });
  const german = await create({
    values: { title: marker, path: `${marker}5`, sku: 's' },
    locales: { de: { values: { title: 'b' }, publish: true } },
  });
  const targets = [draft, changed, scheduled, pending, ended, unpublished, removed, waiting, german];
  const ids = [...targets];
  for (const next of targets) {
    const french = { fr: { values: { title: 'r' }, publish: true } };
    ids.push(await create({ values: { title: 'r', next }, publish: true, locales: french }));
  }
  const end = `/v1/content/page/${ended}?locale=de`;
  await expect.poll(async () => (await site.publishable.get(end)).status, { timeout: 10_000 }).toBe(404);
  return { site, ids };
}

/** Everything that a response shows; the value of a filter is part of the request and so of some errors. */
async function textOf({ publishable }: TestProject, path: string): Promise<string> {
  const { text, headers } = await publishable.get(path);
  return `${text} ${JSON.stringify([...headers])}`;
}

describe('a text that readers of a locale must not see', () => {
  it('appears in no read, mode, alternate or header, cached or not', { timeout: 120_000 }, async () => {
    const { site, ids } = await newSite();
    const list = '/v1/content/page';
    const queries = codes.flatMap((code) =>
      modes
        .filter((mode) => code !== 'en' || mode !== 'entries')
        .map((mode) => `locale=${code}&fallback=${mode}`),
    );
    for (const query of ['', ...queries]) {
      const alternates = query === '' ? '' : '&alternates=true';
      const paths = [
        `${list}?limit=50&${query}${alternates}`,
        `${list}?sort=title&${query}`,
        `${list}?ids=${ids.join(',')}&${query}`,
      ];
      for (const path of [...paths, ...paths]) expect(await textOf(site, path)).not.toContain(marker);
      for (const id of ids) expect(await textOf(site, `${list}/${id}?${query}`)).not.toContain(marker);
    }
    const several = await site.secret.get(`${list}/${String(ids[1])}?locales=${codes.join(',')}`);
    expect(several.text).not.toContain(marker);
  });

  it('is found by no filter or look-up', async () => {
    const { site } = await newSite();
    const queries = codes.flatMap((code) =>
      modes
        .filter((mode) => code !== 'en' || mode !== 'entries')
        .map((mode) => `locale=${code}&fallback=${mode}`),
    );
    for (const query of ['', ...queries]) {
      for (const filter of [
        `where[title]=${marker}`,
        `where[sku]=${marker}`,
        `where[title][contains]=${marker}`,
      ]) {
        const { data, meta } = expectDone(
          await site.publishable.get(`/v1/content/page?count=true&${filter}&${query}`),
        );
        expect([data, meta.total]).toEqual([[], 0]);
      }
      for (const suffix of ['', '1', '2', '3', '4', '5', '6', '7']) {
        const path = `/v1/content/page/lookup?where[path]=${marker}${suffix}&${query}`;
        expect((await site.publishable.get(path)).status).toBe(404);
      }
    }
  });

  it('is in no event', async () => {
    const { site } = await newSite();

    const shown = (await site.eventData()).filter((event) => JSON.stringify(event).includes(marker));
    expect(shown).toEqual([]);
  });
});
