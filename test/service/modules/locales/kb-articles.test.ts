import { describe, expect, it } from 'vitest';
import { expectDone, pluck, refusal } from '../../../support/content.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { databaseOf } from '../../../support/database.ts';
import { sweepAll } from '../../../support/locale-rows.ts';
import { newProjectInLocales } from '../../../support/locales.ts';
import { startService, type TestProject } from '../../../support/service.ts';

const service = await startService();

const path = '/v1/kb/articles';

interface Site extends TestProject {
  collection: string;
  section: string;
}

/** A project in locales with a collection and a section. */
async function newSite(): Promise<Site> {
  const site = await newProjectInLocales(service);
  const collection = expectDone(
    await site.secret.post('/v1/kb/collections', { title: 'Start', locales: { de: { title: 'Anfang' } } }),
  ).id as string;
  const section = expectDone(
    await site.secret.post('/v1/kb/sections', {
      title: 'First',
      collection,
      locales: { de: { title: 'Erstes' } },
    }),
  ).id as string;
  return { ...site, collection, section };
}

const german = { title: 'Leinen', publish: true };

describe('a knowledge base article in several locales', () => {
  it('is listed in manual order, and counted in the tree, in each locale', async () => {
    const site = await newSite();
    const create = (title: string, place: object, locales?: object) =>
      site.secret.post(path, { title, ...place, publish: true, ...(locales && { locales }) });
    expectDone(await create('Knots', { section: site.section }, { de: { title: 'Knoten', publish: true } }));
    expectDone(await create('Lines', { collection: site.collection }, { de: german }));
    expectDone(await create('Winds', { collection: site.collection }));

    const titles = async (query: string) =>
      pluck(expectDone(await site.publishable.get(`${path}?${query}`)).data, 'title');
    expect(await titles('')).toEqual(['Lines', 'Winds', 'Knots']);
    expect(await titles('locale=de')).toEqual(['Leinen', 'Knoten']);
    expect(await titles('locale=de&section=erstes')).toEqual(['Knoten']);
    expect(await titles('locale=de&q=lein')).toEqual(['Leinen']);
    expect(await titles('locale=de&freshness=fresh')).toHaveLength(2);
    expect(await titles('locale=de&freshness=stale')).toEqual([]);
    expect(await titles('locale=de&limit=1&offset=1')).toEqual(['Knoten']);
    expect(await titles('locale=fr')).toEqual([]);
    const tree = async (query: string) =>
      (expectDone(await site.publishable.get(`/v1/kb/tree${query}`)).data as { article_count: number }[])[0];
    expect(await tree('')).toMatchObject({ article_count: 3, sections: [{ article_count: 1 }] });
    expect(await tree('?locale=de')).toMatchObject({
      title: 'Anfang',
      article_count: 2,
      sections: [{ title: 'Erstes', article_count: 1 }],
    });
    const page = expectDone(await site.publishable.get(`${path}?locale=de&count=true&alternates=true`));
    expect(page.meta).toMatchObject({ total: 2, locale: 'de' });
    expect(page.data).toMatchObject([
      {
        collection: { title: 'Anfang' },
        locales: ['en', 'de'],
        alternates: [{ slug: 'lines' }, { slug: 'leinen', url: '/v1/kb/articles/leinen?locale=de' }],
      },
      { section: { title: 'Erstes' } },
    ]);
  });

  it('has reviews and votes in each locale', async () => {
    const site = await newSite();
    const body = { title: 'Lines', collection: site.collection, publish: true, locales: { de: german } };
    expectDone(await site.secret.post(path, body));
    const vote = (slug: string, query: string, visitor_id: string, helpful: boolean) =>
      site.publishable.post(`${path}/${slug}/vote${query}`, { helpful, visitor_id });
    expect(expectDone(await vote('lines', '', 'a', true))).toMatchObject({ helpful_count: 1 });
    expect(expectDone(await vote('leinen', '?locale=de', 'a', false))).toMatchObject({
      ...{ slug: 'leinen', helpful_count: 0, not_helpful_count: 1 },
    });
    expect(expectDone(await vote('leinen', '?locale=de', 'a', true))).toMatchObject({
      ...{ helpful_count: 1, not_helpful_count: 0 },
    });
    expect(refusal(await vote('lines', '?locale=fr', 'a', true))[1]).toBe('kb_article_not_published');
    expect(refusal(await vote('lines', '?locale=it', 'a', true))[1]).toBe('unknown_locale');
    const reviewed = expectDone(await site.secret.post(`${path}/leinen/review?locale=de`, {}));
    expect(reviewed).toMatchObject({ title: 'Leinen', locale: 'de', helpful_count: 1 });
    expect(reviewed.last_reviewed_at).not.toBeNull();
    const read = async (query: string) => expectDone(await site.secret.get(`${path}/lines${query}`));
    expect((await read('')).last_reviewed_at).toBeNull();
    expect((await read('?locale=de')).last_reviewed_at).toBe(reviewed.last_reviewed_at);
    const [listed] = expectDone(await site.secret.get(`${path}?locale=de`)).data as object[];
    expect(listed).toMatchObject({ last_reviewed_at: reviewed.last_reviewed_at, helpful_count: 1 });
    const missing = refusal(await site.secret.post(`${path}/lines/review?locale=fr`, {}));
    expect(missing[1]).toBe('unknown_kb_article');
    const changed = expectDone(await site.secret.patch(`${path}/leinen?locale=de`, { excerpt: 'Neu' }));
    expect(changed.last_reviewed_at).toBe(reviewed.last_reviewed_at);
    expect((await site.secret.delete(`${path}/leinen?locale=de`)).status).toBe(204);
    expectDone(await site.secret.patch(`${path}/lines?locale=de`, german));
    expect(await read('?locale=de')).toMatchObject({ helpful_count: 0, last_reviewed_at: null });
  });

  it('loses the votes in a removed locale', async () => {
    const site = await newSite();
    const body = { title: 'Lines', collection: site.collection, publish: true, locales: { de: german } };
    expectDone(await site.secret.post(path, body));
    const vote = { helpful: true, visitor_id: 'a' };
    expectDone(await site.publishable.post(`${path}/lines/vote`, vote));
    expectDone(await site.publishable.post(`${path}/leinen/vote?locale=de`, vote));
    const database = databaseOf(service.app.system);
    const countVotes = () =>
      Promise.all(
        ['kb_votes', 'kb_vote_totals'].map((name) =>
          database.collection(name).countDocuments({ project_id: site.id }),
        ),
      );
    expect(await countVotes()).toEqual([2, 2]);

    const owner = await signedIn(service, site.id, 'owner');
    for (const code of ['de-AT', 'de']) {
      const removal = await owner.send('DELETE', `/projects/${site.id}/locales/${code}`, { confirm: code });
      expect(removal.status).toBe(200);
    }
    await sweepAll(service);
    expect(await countVotes()).toEqual([1, 1]);
    expect(expectDone(await site.publishable.get(`${path}/lines`)).helpful_count).toBe(1);
  });

  it('is archived in all locales, and moved in all of them at once', async () => {
    const site = await newSite();
    const body = { title: 'Lines', collection: site.collection, publish: true, locales: { de: german } };
    expectDone(await site.secret.post(path, body));

    const moved = expectDone(await site.secret.patch(`${path}/leinen?locale=de`, { section: site.section }));
    expect(moved.section).toMatchObject({ id: site.section });
    expect(expectDone(await site.publishable.get(`${path}/lines`)).section).toMatchObject({
      id: site.section,
    });
    expect(refusal(await site.secret.delete(`/v1/kb/sections/${site.section}`))[1]).toBe('entry_referenced');
    const archived = expectDone(await site.secret.patch(`${path}/lines`, { archived: true, locales: {} }));
    expect(archived.states).toMatchObject({ en: { status: 'archived' }, de: { status: 'archived' } });
    expect(refusal(await site.publishable.get(`${path}/leinen?locale=de`))[1]).toBe('kb_article_archived');
    expect(expectDone(await site.publishable.get(`${path}?locale=de`)).data).toEqual([]);
  });

  it('lets shared values of a draft locale wait, and warns', async () => {
    const site = await newSite();
    const body = { title: 'Lines', collection: site.collection, publish: true };
    expectDone(await site.secret.post(path, { ...body, locales: { de: { title: 'Leinen' } } }));

    const waiting = expectDone(
      await site.secret.patch(`${path}/lines?locale=de`, { review_interval_days: 30 }),
    );
    expect(waiting.meta).toMatchObject({
      warnings: [{ code: 'shared_waiting', fields: ['review_interval_days'] }],
    });
    expect(expectDone(await site.publishable.get(`${path}/lines`)).review_interval_days).not.toBe(30);
    const published = expectDone(await site.secret.patch(`${path}/lines?locale=de`, { publish: true }));
    expect(published.meta).toMatchObject({
      warnings: [{ code: 'shared_published', fields: ['review_interval_days'], locales: ['en', 'de'] }],
    });
    expect(expectDone(await site.publishable.get(`${path}/lines`)).review_interval_days).toBe(30);
  });
});
