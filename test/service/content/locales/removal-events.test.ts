import { describe, expect, it } from 'vitest';
import { sweepAll } from '../../../support/locale-rows.ts';
import { defineType, expectDone } from '../../../support/content.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { newProjectInLocales } from '../../../support/locales.ts';
import { startService, type TestProject } from '../../../support/service.ts';

const service = await startService();
const german = { values: { title: 'Preise' }, publish: true };

async function newSite(locales = [{ code: 'de' }, { code: 'fr' }]): Promise<TestProject> {
  const site = await newProjectInLocales(service, locales);
  await defineType(site, 'page', [{ key: 'title', type: 'string', options: { localized: true } }]);
  return site;
}

async function create(site: TestProject, body: object): Promise<string> {
  return String(expectDone(await site.secret.post('/v1/content/page/entries', body)).id);
}

async function removeLocale(site: TestProject, code: string, body: object = { events: true }) {
  const owner = await signedIn(service, site.id, 'owner');
  const path = `/projects/${site.id}/locales/${code}`;
  expect((await owner.send('DELETE', path, { confirm: code, ...body })).status).toBe(200);
}

/** The events that `act` sends, with the keys that tell what readers notice. */
async function eventsOf(site: TestProject, act: () => Promise<void>) {
  const count = (await site.events()).length;
  await act();
  const [names, data] = [await site.events(), await site.eventData()];
  return names.slice(count).map((name, i) => {
    const { id, locales, revision } = data[count + i] ?? {};
    return { name, id, locales, revision };
  });
}

describe('the removal of a locale with events', () => {
  it('sends one event for each item that readers lose there, in the default release', async () => {
    const site = await newSite();
    const both = await create(site, { values: { title: 'Prices' }, publish: true, locales: { de: german } });
    const only = await create(site, { values: {}, locales: { de: german } });
    await create(site, { values: { title: 'x' }, publish: true, locales: { fr: german } });
    await create(site, { values: { title: 'x' }, publish: true, locales: { de: { values: german.values } } });
    const later = { ...german, published_at: new Date(Date.now() + 3_600_000).toISOString() };
    await create(site, { values: { title: 'x' }, publish: true, locales: { de: later } });
    const kinds = { de: { title: 'Boote', publish: true } };
    const article = expectDone(
      await site.secret.post('/v1/blog/articles', { title: 'Boats', publish: true, locales: kinds }),
    );
    expectDone(await site.secret.post('/v1/releases', { name: 'Autumn' }));

    const events = await eventsOf(site, async () => {
      await removeLocale(site, 'de');
      await sweepAll(service);
      await sweepAll(service);
    });
    const inGerman = (url: string) => [{ locale: 'de', change: 'unpublished', url: `${url}?locale=de` }];
    expect(events).toHaveLength(3);
    expect(events).toContainEqual({
      ...{ name: 'content.entry.updated', id: both, revision: 2 },
      locales: inGerman(`/v1/content/page/${both}`),
    });
    expect(events).toContainEqual({
      ...{ name: 'content.entry.unpublished', id: only, revision: 2 },
      locales: inGerman(`/v1/content/page/${only}`),
    });
    expect(events).toContainEqual({
      ...{ name: 'blog.article.updated', id: article.id, revision: undefined },
      locales: inGerman('/v1/blog/articles/boats'),
    });
    const english = expectDone(await site.publishable.get(`/v1/content/page/${both}?locale=en`));
    expect(english).toMatchObject({ revision: 1, locales: ['en'] });
  });

  it('sends nothing unless it is asked for', async () => {
    const site = await newSite();
    await create(site, { values: { title: 'Prices' }, publish: true, locales: { de: german } });
    const events = await eventsOf(site, async () => {
      await removeLocale(site, 'de', {});
      await sweepAll(service);
    });
    expect(events).toEqual([]);
  });

  it('names the removed locale also if one locale is left', async () => {
    const site = await newSite([{ code: 'de' }]);
    const id = await create(site, { values: { title: 'Prices' }, publish: true, locales: { de: german } });
    const events = await eventsOf(site, async () => {
      await removeLocale(site, 'de');
      await sweepAll(service);
    });
    const url = `/v1/content/page/${id}?locale=de`;
    const locales = [{ locale: 'de', change: 'unpublished', url }];
    expect(events).toEqual([{ name: 'content.entry.updated', id, locales, revision: 2 }]);
  });

  it('comes before a write of the item that precedes the job', async () => {
    const site = await newSite();
    const id = await create(site, { values: { title: 'Prices' }, publish: true, locales: { de: german } });
    const kinds = { de: { title: 'Boote', publish: true } };
    const article = expectDone(
      await site.secret.post('/v1/blog/articles', { title: 'Boats', publish: true, locales: kinds }),
    );
    const events = await eventsOf(site, async () => {
      await removeLocale(site, 'de');
      expectDone(await site.secret.patch(`/v1/content/page/${id}`, { values: { title: 'Costs' } }));
      expectDone(await site.secret.patch(`/v1/blog/articles/${String(article.id)}`, { title: 'Ships' }));
      await sweepAll(service);
    });
    const changes = (item: unknown) =>
      events
        .filter((event) => event.id === item)
        .map(({ locales }) => (locales as { locale: string; change: string }[]).map((one) => one.locale));
    expect(changes(id)).toEqual([['de'], ['en']]);
    expect(changes(article.id)).toEqual([['de'], ['en']]);
  });
});
