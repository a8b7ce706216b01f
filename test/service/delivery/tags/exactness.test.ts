import { describe, expect, it } from 'vitest';
import { changeAsset } from '../../../../src/content/media/change.ts';
import { tester } from '../../../support/actor.ts';
import { defineType, expectDone, publishEntry } from '../../../support/content.ts';
import { newAsset, startMediaService } from '../../../support/media.ts';
import type { TestProject } from '../../../support/service.ts';
import { tagsOf, toldBy } from '../../../support/delivery/holding.ts';

const { service } = await startMediaService({});

/** Ids of what the reads show, by the names that the table uses. */
type Site = Record<
  'nell' | 'ada' | 'news' | 'tips' | 'kites' | 'wind' | 'how' | 'help' | 'care' | 'cover',
  string
> &
  Record<'topic' | 'page' | 'other', string> & { project: TestProject };

async function newSite(): Promise<Site> {
  const project = await service.newProject();
  const made = async (path: string, body: object) =>
    String(expectDone(await project.secret.post(path, body)).id);
  const cover = await newAsset(project.secret);
  const [nell, ada] = [
    await made('/v1/authors', { name: 'Nell' }),
    await made('/v1/authors', { name: 'Ada' }),
  ];
  const news = await made('/v1/blog/categories', { name: 'News' });
  const tips = await made('/v1/blog/categories', { name: 'Tips' });
  const live = { publish: true };
  const kites = await made('/v1/blog/articles', {
    title: 'Kites',
    authors: [nell],
    categories: [news],
    ...live,
  });
  const shown = { featured_image_id: cover, ...live };
  const wind = await made('/v1/blog/articles', {
    title: 'Wind',
    authors: [ada],
    categories: [tips],
    ...shown,
  });
  const help = await made('/v1/kb/collections', { title: 'Help' });
  const care = await made('/v1/kb/sections', { title: 'Care', collection: help });
  const how = await made('/v1/kb/articles', { title: 'How', section: care, ...live });
  await defineType(project, 'topic', { title: 'string' });
  await defineType(project, 'page', [
    { key: 'title', type: 'string' },
    { key: 'topic', type: 'reference', options: { content_type: 'topic' } },
    { key: 'author', type: 'link', options: { target: 'author' } },
  ]);
  const topic = await publishEntry(project, 'topic', { title: 'Sky' });
  const page = await publishEntry(project, 'page', { title: 'Page', topic, author: nell });
  const other = await publishEntry(project, 'page', { title: 'Other' });
  return { project, nell, ada, news, tips, kites, wind, how, help, care, cover, topic, page, other };
}

interface Case {
  change: (site: Site) => Promise<unknown>;
  /** Reads that are another answer afterwards, or may be. */
  purged: string[];
  /** Reads that have nothing to do with it. */
  kept: string[];
}

const patch = (path: (site: Site) => string, body: (site: Site) => object) => (site: Site) =>
  site.project.secret.patch(path(site), body(site)).then(expectDone);

const table: Record<string, Case> = {
  'an article’s text': {
    change: patch(
      ({ kites }) => `/v1/blog/articles/${kites}`,
      () => ({ excerpt: 'New' }),
    ),
    purged: ['/v1/blog/articles/kites', '/v1/blog/articles', '/v1/blog/articles?author=nell'],
    kept: [
      '/v1/blog/articles/wind',
      '/v1/authors/nell',
      '/v1/blog/categories',
      '/v1/kb/tree',
      '/v1/content/page',
    ],
  },
  'an author’s name': {
    change: patch(
      ({ nell }) => `/v1/authors/${nell}`,
      () => ({ name: 'Nelly' }),
    ),
    purged: [
      '/v1/authors',
      `/v1/authors/nell`,
      '/v1/blog/articles/kites',
      '/v1/blog/articles',
      '/v1/content/page/PAGE',
    ],
    kept: ['/v1/blog/articles/wind', '/v1/authors/ada', '/v1/content/page/OTHER', '/v1/kb/tree'],
  },
  'a new article by an author': {
    change: ({ project, nell }) =>
      project.secret
        .post('/v1/blog/articles', { title: 'More', authors: [nell], publish: true })
        .then(expectDone),
    purged: ['/v1/authors/nell', '/v1/authors', '/v1/blog/articles'],
    kept: [
      '/v1/blog/articles/kites',
      '/v1/authors/ada',
      '/v1/kb/tree',
      '/v1/content/page/PAGE',
      '/v1/kb/articles/how',
    ],
  },
  'an entry that others refer to': {
    change: patch(
      ({ topic }) => `/v1/content/topic/${topic}`,
      () => ({ values: { title: 'Sea' } }),
    ),
    purged: ['/v1/content/topic', '/v1/content/page/PAGE', '/v1/content/page'],
    kept: ['/v1/content/page/OTHER', '/v1/blog/articles', '/v1/introspection'],
  },
  'a section’s title': {
    change: patch(
      ({ care }) => `/v1/kb/sections/${care}`,
      () => ({ title: 'Repair' }),
    ),
    purged: ['/v1/kb/tree', '/v1/kb/sections', '/v1/kb/articles/how', '/v1/kb/articles'],
    kept: ['/v1/blog/articles', '/v1/kb/collections/help', '/v1/authors'],
  },
  'a picture’s text': {
    change: async ({ project, cover }) =>
      changeAsset(await service.app.contextsOf(tester).project(project.id), cover, { alt: 'New' }),
    purged: ['/v1/blog/articles/wind', '/v1/blog/articles'],
    kept: ['/v1/blog/articles/kites', '/v1/kb/tree'],
  },
  'a definition': {
    change: ({ project }) => defineType(project, 'topic', { title: 'string', more: 'string' }),
    purged: ['/v1/content/topic', '/v1/content/page/PAGE', '/v1/introspection'],
    kept: ['/v1/content/page/OTHER', '/v1/blog/articles'],
  },
};

const withIds = (path: string, { page, other }: Site) => path.replace('PAGE', page).replace('OTHER', other);

describe('a change', () => {
  it.each(Object.entries(table))('of %s purges what shows it, and nothing else', async (_what, row) => {
    const site = await newSite();
    const reads = [...row.purged, ...row.kept].map((path) => withIds(path, site));
    const carried = await Promise.all(reads.map((path) => tagsOf(site.project.publishable, path)));

    const told = await toldBy(site.project, () => row.change(site));

    const purged = reads.filter((_path, i) => carried[i]?.some((tag) => told.includes(tag)));
    expect(purged, told.join(' ')).toEqual(row.purged.map((path) => withIds(path, site)));
  });

  it('is one of forty pairs', () => {
    const pairs = Object.values(table).flatMap(({ purged, kept }) => [...purged, ...kept]);

    expect(pairs.length).toBeGreaterThanOrEqual(40);
  });

  it('of a draft tells nothing', async () => {
    const { project, page } = await newSite();

    const told = await toldBy(project, async () => {
      expectDone(await project.secret.post('/v1/blog/articles', { title: 'Draft' }));
      expectDone(await project.secret.post('/v1/content/page/entries', { values: { title: 'Draft' } }));
      expectDone(await project.secret.patch(`/v1/content/page/${page}`, { values: {}, publish: true }));
    });

    expect(told).toEqual([]);
  });
});
