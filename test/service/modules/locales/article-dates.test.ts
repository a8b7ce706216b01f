import { describe, expect, it } from 'vitest';
import { expectDone, pluck, refusal } from '../../../support/content.ts';
import { newProjectInLocales } from '../../../support/locales.ts';
import { setClock } from '../../../support/publishing/clock.ts';
import { runJob } from '../../../support/publishing/due-work.ts';
import { startOwnService, type TestProject } from '../../../support/service.ts';

const service = await startOwnService();
const start = Date.now();
const inMinutes = (minutes: number) => new Date(start + minutes * 60_000);
const at = (minutes: number) => inMinutes(minutes).toISOString();
const path = '/v1/blog/articles';

const eventsOf = async (project: TestProject, from = 0) => {
  const [names, data] = [await project.events(), await project.eventData()];
  return names
    .map((name, i) => ({ name, data: data[i] ?? {} }))
    .filter(({ name }) => name.includes('.article.'))
    .slice(from);
};

/** An article that starts in Austrian German after 5 minutes, and is live in German between 10 and 20. */
const scheduled = {
  title: 'Hello',
  publish: true,
  locales: {
    de: {
      ...{ title: 'Hallo', excerpt: 'Gruß', publish: true },
      ...{ published_at: at(10), unpublish_at: at(20) },
    },
    'de-AT': { title: 'Servus', publish: true, published_at: at(5) },
  },
};

async function newSite(): Promise<TestProject> {
  setClock(service, inMinutes(0));
  return newProjectInLocales(service);
}

describe('the dates of an article in several locales', () => {
  it('start and end each locale exactly, also without a worker', async () => {
    const site = await newSite();
    expectDone(await site.secret.post(path, scheduled));
    const early = await site.publishable.get(`${path}/hello?locale=de`);
    expect(early.body.error).toMatchObject({
      code: 'blog_article_scheduled',
      ...{ available_at: at(10), locale: 'de', locales: ['en'] },
    });
    const excerptAt = async (minutes: number) => {
      setClock(service, inMinutes(minutes));
      const { excerpt } = expectDone(await site.publishable.get(`${path}/hello?locale=de-AT`));
      const { data } = expectDone(await site.publishable.get(`${path}?locale=de-AT`));
      expect(pluck(data, 'excerpt')).toEqual([excerpt]);
      return excerpt as unknown;
    };

    expect(await excerptAt(5)).toBe('');
    expect(await excerptAt(10)).toBe('Gruß');
    expect(pluck(expectDone(await site.publishable.get(`${path}?locale=de`)).data, 'title')).toEqual([
      'Hallo',
    ]);
    expect(await excerptAt(20)).toBe('');
    expect(refusal(await site.publishable.get(`${path}/hello?locale=de`))[1]).toBe(
      'blog_article_not_published',
    );
    expect(expectDone(await site.publishable.get(`${path}?locale=de`)).data).toEqual([]);
  });

  it('emit one event each, with the locales whose readers notice something', async () => {
    const site = await newSite();
    expectDone(await site.secret.post(path, scheduled));
    const [english, german, austrian] = ['hello?locale=en', 'hello?locale=de', 'hello?locale=de-AT'].map(
      (end) => `${path}/${end}`,
    );
    expect(await eventsOf(site)).toMatchObject([
      {
        name: 'blog.article.published',
        data: {
          title: 'Hello',
          url: `${path}/hello`,
          locales: [{ locale: 'en', change: 'published', url: english }],
        },
      },
    ]);
    setClock(service, inMinutes(30));
    await runJob(service);
    expect(
      (await eventsOf(site, 1)).map(({ name, data }) => [name, data['updated_at'], data['locales']]),
    ).toEqual([
      ['blog.article.updated', at(5), [{ locale: 'de-AT', change: 'published', url: austrian }]],
      [
        'blog.article.updated',
        at(10),
        [
          { locale: 'de', change: 'published', url: german },
          { locale: 'de-AT', change: 'updated', url: austrian },
        ],
      ],
      [
        'blog.article.updated',
        at(20),
        [
          { locale: 'de', change: 'unpublished', url: german },
          { locale: 'de-AT', change: 'updated', url: austrian },
        ],
      ],
    ]);
    await runJob(service);
    expect(await eventsOf(site, 4)).toEqual([]);
    expectDone(await site.secret.patch(`${path}/hello`, { publish: false }));
    expect((await eventsOf(site, 4))[0]).toMatchObject({
      name: 'blog.article.updated',
      data: { title: 'Hello', locales: [{ locale: 'en', change: 'unpublished' }] },
    });
    expect((await site.secret.delete(`${path}/hello`)).status).toBe(204);
    expect((await eventsOf(site, 5))[0]).toMatchObject({
      name: 'blog.article.deleted',
      data: { title: 'Servus', slug: 'servus', locales: [{ locale: 'de-AT', change: 'unpublished' }] },
    });
  });

  it('change a live locale at a date', async () => {
    const site = await newSite();
    expectDone(
      await site.secret.post(path, { ...scheduled, locales: { de: { title: 'Hallo', publish: true } } }),
    );
    const changed = await site.secret.patch(`${path}/hallo?locale=de`, { title: 'Neu', publish_at: at(10) });
    expect(expectDone(changed).states).toMatchObject({ de: { publish_at: at(10) } });
    const titleAt = async (minutes: number) => {
      setClock(service, inMinutes(minutes));
      if (minutes >= 10) await runJob(service);
      return expectDone(await site.publishable.get(`${path}/hallo?locale=de`)).title as unknown;
    };

    expect([await titleAt(9), await titleAt(10)]).toEqual(['Hallo', 'Neu']);
    expect((await eventsOf(site)).at(-1)).toMatchObject({
      data: { updated_at: at(10), locales: [{ locale: 'de', change: 'updated' }] },
    });
  });

  it('are applied before a write, and shown in previews of a later time', async () => {
    const site = await newSite();
    expectDone(await site.secret.post(path, scheduled));
    const previewAt = async (minutes: number) => {
      const query = `locale=de-AT&at=${encodeURIComponent(at(minutes))}`;
      const { data } = expectDone(await site.secret.get(`/preview/v1/blog/articles?${query}`));
      return pluck(data, 'excerpt');
    };
    expect(await previewAt(6)).toEqual(['']);
    expect(await previewAt(11)).toEqual(['Gruß']);
    setClock(service, inMinutes(25));
    expectDone(await site.secret.patch(`${path}/hello?locale=de-AT`, { excerpt: 'Eigen' }));
    expect((await eventsOf(site)).map(({ data }) => data['updated_at'])).toEqual([
      ...[expect.any(String), at(5), at(10), at(20)],
      at(25),
    ]);
  });
});
