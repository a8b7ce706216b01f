import { describe, expect, it } from 'vitest';
import { defineType, expectDone, refusal } from '../../../support/content.ts';
import { newProjectInLocales } from '../../../support/locales.ts';
import { setClock } from '../../../support/publishing/clock.ts';
import { runJob } from '../../../support/publishing/due-work.ts';
import { startOwnService, type TestProject } from '../../../support/service.ts';

const service = await startOwnService();
const start = Date.now();
const inMinutes = (minutes: number) => new Date(start + minutes * 60_000);
const at = (minutes: number) => inMinutes(minutes).toISOString();

async function newSite(): Promise<TestProject> {
  setClock(service, inMinutes(0));
  const project = await newProjectInLocales(service);
  await defineType(project, 'page', [
    { key: 'title', type: 'string', options: { localized: true } },
    { key: 'intro', type: 'string', options: { localized: true } },
    { key: 'price', type: 'number' },
    { key: 'other', type: 'reference', options: { content_type: 'page' } },
  ]);
  return project;
}

const eventsOf = async (project: TestProject, from = 0) => {
  const [names, data] = [await project.events(), await project.eventData()];
  return names
    .map((name, i) => ({ name, data: data[i] ?? {} }))
    .filter(({ name }) => name.startsWith('content.entry'))
    .slice(from);
};

describe('the dates of an entry in several locales', () => {
  it('start and end each locale exactly, also without a worker', async () => {
    const site = await newSite();
    const { id } = expectDone(
      await site.secret.post('/v1/content/page/entries', {
        values: { title: 'Hello', intro: 'Welcome', price: 1 },
        publish: true,
        locales: {
          de: {
            values: { title: 'Hallo', intro: 'Willkommen' },
            ...{ publish: true, published_at: at(10), unpublish_at: at(20) },
          },
          'de-AT': { values: { title: 'Servus' }, publish: true, published_at: at(5) },
        },
      }),
    );
    const path = `/v1/content/page/${String(id)}`;
    const early = await site.publishable.get(`${path}?locale=de`);
    expect(refusal(early)[1]).toBe('entry_not_published');
    expect(early.body.error).toMatchObject({ available_at: at(10), locale: 'de', locales: ['en'] });
    const introAt = async (minutes: number) => {
      setClock(service, inMinutes(minutes));
      const { values } = expectDone(await site.publishable.get(`${path}?locale=de-AT`));
      const { data } = expectDone(await site.publishable.get('/v1/content/page?locale=de-AT'));
      expect(data[0].values).toEqual(values);
      return values.intro as unknown;
    };

    expect(await introAt(5)).toBeNull();
    expect(await introAt(10)).toBe('Willkommen');
    expect(expectDone(await site.publishable.get(`${path}?locale=de`)).values.title).toBe('Hallo');
    expect(await introAt(20)).toBeNull();
    expect(refusal(await site.publishable.get(`${path}?locale=de`))[1]).toBe('entry_not_published');
    expect(expectDone(await site.publishable.get('/v1/content/page?locale=de')).data).toEqual([]);
  });

  it('emit one event each, with the locales whose readers notice something', async () => {
    const site = await newSite();
    const { id } = expectDone(
      await site.secret.post('/v1/content/page/entries', {
        values: { title: 'Hello', price: 1 },
        publish: true,
        locales: {
          de: {
            values: { title: 'Hallo', intro: 'Neu' },
            publish: true,
            published_at: at(10),
            unpublish_at: at(20),
          },
          'de-AT': { values: { title: 'Servus' }, publish: true, published_at: at(5) },
        },
      }),
    );
    const path = `/v1/content/page/${String(id)}`;
    const [created] = await eventsOf(site);
    expect(created).toMatchObject({
      name: 'content.entry.published',
      data: {
        title: 'Hello',
        url: path,
        locales: [{ locale: 'en', change: 'published', url: `${path}?locale=en` }],
      },
    });
    setClock(service, inMinutes(30));
    await runJob(service);
    expect(
      (await eventsOf(site, 1)).map(({ name, data }) => [name, data['updated_at'], data['locales']]),
    ).toEqual([
      [
        'content.entry.updated',
        at(5),
        [{ locale: 'de-AT', change: 'published', url: `${path}?locale=de-AT` }],
      ],
      [
        'content.entry.updated',
        at(10),
        [
          { locale: 'de', change: 'published', url: `${path}?locale=de` },
          { locale: 'de-AT', change: 'updated', url: `${path}?locale=de-AT` },
        ],
      ],
      [
        'content.entry.updated',
        at(20),
        [
          { locale: 'de', change: 'unpublished', url: `${path}?locale=de` },
          { locale: 'de-AT', change: 'updated', url: `${path}?locale=de-AT` },
        ],
      ],
    ]);
    await runJob(service);
    expect(await eventsOf(site, 4)).toEqual([]);
    expectDone(await site.secret.patch(path, { values: { price: 2 } }));
    expect((await eventsOf(site, 4))[0]?.data['locales']).toMatchObject([
      { locale: 'en' },
      { locale: 'de-AT' },
    ]);
    expectDone(await site.secret.patch(path, { publish: false }));
    expect((await eventsOf(site, 5))[0]).toMatchObject({
      name: 'content.entry.updated',
      data: { title: 'Hello', url: path, locales: [{ locale: 'en', change: 'unpublished' }] },
    });
    expect((await site.secret.delete(path)).status).toBe(204);
    expect((await eventsOf(site, 6))[0]).toMatchObject({
      name: 'content.entry.deleted',
      data: {
        title: 'Servus',
        url: `${path}?locale=de-AT`,
        locales: [{ locale: 'de-AT', change: 'unpublished' }],
      },
    });
  });

  it('change a live locale at a date, with the shared values of the write', async () => {
    const site = await newSite();
    const { id } = expectDone(
      await site.secret.post('/v1/content/page/entries', {
        values: { title: 'Hello', price: 1 },
        publish: true,
        locales: { de: { values: { title: 'Hallo' }, publish: true } },
      }),
    );
    const path = `/v1/content/page/${String(id)}`;
    const scheduled = expectDone(
      await site.secret.patch(`${path}?locale=de`, {
        values: { title: 'Neu', price: 9 },
        publish_at: at(10),
      }),
    );
    expect(scheduled.states.de).toMatchObject({ publish_at: at(10), has_unpublished_changes: true });
    const localesNow = async () => {
      const { locales } = expectDone(await site.secret.get(`${path}?locales=en,de`));
      return Object.values(locales as Record<string, { values: object }>).map(({ values }) => values);
    };
    expect(await localesNow()).toMatchObject([
      { title: 'Hello', price: 1 },
      { title: 'Hallo', price: 1 },
    ]);
    setClock(service, inMinutes(11));
    await runJob(service);
    expect(await localesNow()).toMatchObject([
      { title: 'Hello', price: 9 },
      { title: 'Neu', price: 9 },
    ]);
    expect((await eventsOf(site, 1)).map(({ data }) => data['updated_at'])).toEqual([at(10)]);
  });

  it('hides a referenced entry where it is not served', async () => {
    const site = await newSite();
    const target = expectDone(
      await site.secret.post('/v1/content/page/entries', {
        values: { title: 'Target' },
        publish: true,
        locales: { de: { values: { title: 'Ziel' }, publish: true } },
      }),
    );
    const { id } = expectDone(
      await site.secret.post('/v1/content/page/entries', {
        values: { title: 'Source', other: target.id },
        publish: true,
        locales: {
          de: { values: { title: 'Quelle' }, publish: true },
          fr: { values: { title: 'La source' }, publish: true },
        },
      }),
    );
    const otherIn = async (locale: string) =>
      expectDone(await site.publishable.get(`/v1/content/page/${String(id)}?locale=${locale}`)).values
        .other as unknown;
    expect(await otherIn('de')).toMatchObject({ values: { title: 'Ziel' } });
    expect(await otherIn('en')).toMatchObject({ values: { title: 'Target' } });
    expect(await otherIn('fr')).toBeNull();
  });

  it('shows drafts of each locale in previews', async () => {
    const site = await newSite();
    const { id } = expectDone(
      await site.secret.post('/v1/content/page/entries', {
        values: { title: 'Hello', intro: 'Welcome' },
        publish: true,
        locales: { de: { values: { title: 'Entwurf' } }, 'de-AT': { values: { intro: 'Servus' } } },
      }),
    );
    const preview = `/preview/v1/content/page`;
    expect(expectDone(await site.secret.get(`${preview}/${String(id)}?locale=de-AT`))).toMatchObject({
      values: { title: 'Entwurf', intro: 'Servus' },
      fallbacks: { title: 'de' },
      locales: ['en', 'de', 'de-AT'],
      state: { status: 'draft' },
    });
    const { data } = expectDone(await site.secret.get(`${preview}?locale=de-AT`));
    expect(data).toMatchObject([
      { values: { title: 'Entwurf', intro: 'Servus' }, fallbacks: { title: 'de' } },
    ]);
  });
});
