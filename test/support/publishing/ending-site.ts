import type { ApiAnswer } from '../client.ts';
import { dayMs, defineType, expectDone } from '../content.ts';
import type { TestProject, TestService } from '../service.ts';
import { setClock } from './clock.ts';

export const end = Date.parse('2027-03-05T17:00:00.000Z');
export const unpublish_at = new Date(end).toISOString();
/** Stands in what ends, and nowhere else. */
export const marker = 'Perishable';

/** An entry, a singleton, a blog article and a help page that end, and what points at them and stays. */
export async function newSite(service: TestService) {
  setClock(service, end - dayMs);
  const project = await service.newProject();
  const post = async (path: string, body: object) => expectDone(await project.secret.post(path, body));
  const ends = { publish: true, unpublish_at };
  await defineTypes(project);
  const author = await post('/v1/authors', { name: 'Ada' });
  const category = await post('/v1/blog/categories', { name: 'News' });
  const collection = await post('/v1/kb/collections', { title: 'All' });
  const section = await post('/v1/kb/sections', { title: 'First', collection: collection.id });
  const entry = await post('/v1/content/page/entries', { values: { title: marker, path: '/gone' }, ...ends });
  expectDone(await project.secret.put('/v1/content/home', { values: { title: marker }, ...ends }));
  const named = { title: marker, slug: 'gone', authors: [author.id] };
  const shelved = { ...named, categories: [category.id], tags: ['sale'], ...ends };
  const article = await post('/v1/blog/articles', shelved);
  const help = await post('/v1/kb/articles', { ...named, section: section.id, ...ends });
  const targets = { entry, blog_article: article, kb_article: help };
  const links = Object.entries(targets).map(([type, { id }]) => `[here](${type}:${id})`);
  const body = { markdown: links.join(' ') };
  const kept = { title: 'Kept', next: entry.id, all: [entry.id], post: article.id, body };
  setClock(service, end - dayMs + 1); // newer than what ends: of one millisecond, either may be the newest
  const page = await post('/v1/content/page/entries', { values: kept, publish: true });
  await post('/v1/blog/articles', { title: 'Kept', slug: 'kept', body, publish: true });
  return { project, entry, page, author, category, collection, section };
}

export type Site = Awaited<ReturnType<typeof newSite>>;

async function defineTypes(project: TestProject): Promise<void> {
  await defineType(project, 'home', { title: 'string' }, { kind: 'singleton' });
  await defineType(project, 'page', [
    { key: 'title', type: 'string' },
    { key: 'path', type: 'url', options: { unique: true } },
    { key: 'next', type: 'reference', options: { content_type: 'page' } },
    { key: 'all', type: 'reference_list', options: { content_type: 'page' } },
    { key: 'post', type: 'link', options: { target: 'blog_article' } },
    { key: 'body', type: 'richtext' },
  ]);
}

/** A read, what of its answer is looked at, and what that is before the end and from the end on. */
export interface Sample {
  path: string;
  read: (answer: ApiAnswer) => unknown;
  before: unknown;
  after: unknown;
}

/** Has the text of something that ends, as long as it is there. */
const shows = (path: string): Sample => ({
  path,
  read: ({ text }) => text.includes(marker),
  before: true,
  after: false,
});

/** Has a figure that falls by one at the end. */
const counts = (path: string, read: (body: any) => number, before = 1): Sample => ({
  path,
  read: (answer) => read(expectDone(answer)),
  before,
  after: before - 1,
});

const total = (body: any) => body.meta.total as number;
const articles = (body: any) => body.article_count as number;
const firstArticles = (body: any) => articles(body.data[0]);

/** Reads of every route of content and modules. Who adds a route or a way to ask adds a row. */
export function endingReads(site: Site): Record<string, Sample[]> {
  const { entry, page, author, category, collection, section } = site;
  const pages = '/v1/content/page';
  const contains = `where[title][contains]=${marker.slice(1)}`;
  return {
    '/v1/changes': [
      {
        path: '/v1/changes',
        read: ({ body }) => body.next_scheduled_change,
        before: unpublish_at,
        after: null,
      },
    ],
    '/v1/content/:type': [
      shows('/v1/content/home'),
      shows('/v1/content/home?fields=title'),
      shows(pages),
      shows(`${pages}?fields=title`),
      shows(`${pages}?sort=title`),
      shows(`${pages}?sort=-published_at&offset=0&limit=2`),
      shows(`${pages}?sort=title&offset=1&limit=1`),
      shows(`${pages}?where[title]=${marker}`),
      shows(`${pages}?${contains}&sort=title`),
      shows(`${pages}?where[title][starts_with]=${marker.slice(0, 4)}`),
      shows(`${pages}?ids=${entry.id}`),
      shows(`${pages}?ids=${page.id}`),
      shows(`${pages}?ids=${page.id}&fields=next`),
      counts(`${pages}?count=true`, total, 2),
      counts(`${pages}?sort=title&count=true`, total, 2),
      counts(`${pages}?${contains}&count=true`, total),
    ],
    '/v1/content/:type/lookup': [shows(`${pages}/lookup?where[path]=/gone`)],
    '/v1/content/:type/:entryId': [
      shows(`${pages}/${entry.id}`),
      shows(`${pages}/${entry.id}?fields=title`),
      shows(`${pages}/${page.id}`),
      shows(`${pages}/${page.id}?fields=all`),
      shows(`${pages}/${page.id}?fields=post`),
    ],
    '/v1/blog/articles': [
      shows('/v1/blog/articles'),
      shows(`/v1/blog/articles?q=${marker}`),
      shows('/v1/blog/articles?tag=sale'),
      shows(`/v1/blog/articles?author=${author.id}`),
      shows(`/v1/blog/articles?author=${author.slug}`),
      shows(`/v1/blog/articles?category=${category.id}`),
      shows(`/v1/blog/articles?category=${category.slug}&tag=sale&q=${marker}`),
      counts('/v1/blog/articles?count=true', total, 2),
      counts('/v1/blog/articles?count=true&tag=sale', total),
      counts(`/v1/blog/articles?count=true&q=${marker}`, total),
    ],
    '/v1/blog/articles/:slug': [
      shows('/v1/blog/articles/gone'),
      {
        ...counts('/v1/blog/articles/kept', ({ body }) => String(body.html).split('<a ').length - 1, 3),
        after: 0,
      },
    ],
    '/v1/blog/categories': [counts('/v1/blog/categories', firstArticles)],
    '/v1/blog/categories/:slug': [counts(`/v1/blog/categories/${category.id}`, articles)],
    // By-lines of both modules.
    '/v1/authors': [{ ...counts('/v1/authors', firstArticles, 2), after: 0 }],
    '/v1/authors/:slug': [{ ...counts(`/v1/authors/${author.id}`, articles, 2), after: 0 }],
    '/v1/kb/articles': [
      shows('/v1/kb/articles'),
      shows(`/v1/kb/articles?q=${marker}`),
      shows(`/v1/kb/articles?section=${section.id}`),
      shows(`/v1/kb/articles?collection=${collection.id}`),
      shows(`/v1/kb/articles?collection=${collection.slug}&section=${section.slug}&q=${marker}`),
      shows('/v1/kb/articles?freshness=fresh'),
      counts('/v1/kb/articles?count=true', total),
      counts('/v1/kb/articles?count=true&freshness=fresh', total),
    ],
    '/v1/kb/articles/:slug': [shows('/v1/kb/articles/gone')],
    '/v1/kb/tree': [counts('/v1/kb/tree', firstArticles)],
    '/v1/kb/collections': [counts('/v1/kb/collections', firstArticles)],
    '/v1/kb/collections/:slug': [counts(`/v1/kb/collections/${collection.id}`, articles)],
    '/v1/kb/sections': [counts('/v1/kb/sections', firstArticles)],
    '/v1/kb/sections/:slug': [counts(`/v1/kb/sections/${section.id}`, articles)],
  };
}

/** Routes of which no answer is about what readers see; `referenced-by` says it of drafts too, and has a test of its own. */
export const endless = [
  '/v1/introspection',
  '/v1/introspection.txt',
  '/v1/openapi.json',
  '/v1/types.d.ts',
  '/v1/ping',
  '/v1/locales',
  '/v1/translations',
  '/v1/translations/summary',
  '/v1/schema/content-types',
  '/v1/schema/content-types/:type',
  '/v1/schema/blocks',
  '/v1/schema/blocks/:block',
  '/v1/content/:type/:entryId/referenced-by',
  '/v1/releases',
  '/v1/releases/:releaseId',
  '/v1/releases/:releaseId/diff',
  '/v1/releases/:releaseId/diff/:entryId',
  '/v1/media',
  '/v1/media/:mediaId',
];
