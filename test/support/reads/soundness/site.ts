import { defineType, expectDone, publishEntry } from '../../content.ts';
import { newAsset, newUpload } from '../../media.ts';
import type { TestProject } from '../../service.ts';

/** Ids of what a site is made of, so that writes have something to change and reads something to show. */
export interface Site {
  project: TestProject;
  entries: string[];
  topics: string[];
  articles: string[];
  answers: string[];
  authors: string[];
  categories: string[];
  collections: string[];
  sections: string[];
  media: string[];
  /** Files that were sent and can take the place of others. */
  uploads: string[];
  releases: string[];
}

export const pageFields = [
  { key: 'title', type: 'string' },
  { key: 'price', type: 'number' },
  { key: 'body', type: 'richtext' },
  { key: 'cover', type: 'image' },
  { key: 'author', type: 'link', options: { target: 'author' } },
  { key: 'read', type: 'link_list', options: { target: 'blog_article' } },
  { key: 'topic', type: 'reference', options: { content_type: 'topic' } },
  { key: 'parts', type: 'blocks', options: { blocks: ['hero', 'group'] } },
];

/** What pages are put together from; groups hold others. */
export const heroFields = [
  { key: 'title', type: 'string' },
  { key: 'text', type: 'richtext' },
  { key: 'image', type: 'image' },
  { key: 'topic', type: 'reference', options: { content_type: 'topic' } },
  { key: 'author', type: 'link', options: { target: 'author' } },
];
const groupFields = [{ key: 'items', type: 'blocks', options: { blocks: ['hero'] } }];

/** A list of blocks, one of which lies inside another. */
export function partsOf(values: object): object[] {
  const hero = { block: 'hero', values };
  return [hero, { block: 'group', values: { items: [hero] } }];
}

/** A site in which everything points at something of every other module. */
export async function newSite(project: TestProject): Promise<Site> {
  const made = async (path: string, body: object) =>
    String(expectDone(await project.secret.post(path, body)).id);
  await defineType(project, 'topic', [
    { key: 'title', type: 'string' },
    { key: 'code', type: 'string', options: { unique: true } },
  ]);
  const blocks = { hero: heroFields, group: groupFields };
  for (const [slug, fields] of Object.entries(blocks))
    expectDone(await project.secret.put(`/v1/schema/blocks/${slug}`, { fields }));
  await defineType(project, 'page', pageFields);
  await defineType(project, 'home', pageFields, { kind: 'singleton' });
  const media = [await newAsset(project.secret), await newAsset(project.secret)];
  const uploads = [await newUpload(project.secret), await newUpload(project.secret)];
  const [cover] = media;
  const authors = [
    await made('/v1/authors', { name: 'Ada', avatar_id: cover }),
    await made('/v1/authors', { name: 'Bo' }),
  ];
  const categories = [
    await made('/v1/blog/categories', { name: 'News', image_id: cover }),
    await made('/v1/blog/categories', { name: 'Tips' }),
  ];
  const shared = { authors: [authors[0]], featured_image_id: cover, publish: true };
  const articles = [
    await made('/v1/blog/articles', { ...shared, title: 'Kites', categories: [categories[0]] }),
    await made('/v1/blog/articles', { title: 'Wind', categories, publish: true }),
  ];
  const collections = [
    await made('/v1/kb/collections', { title: 'Help', image_id: cover }),
    await made('/v1/kb/collections', { title: 'More' }),
  ];
  const sections = [
    await made('/v1/kb/sections', { title: 'Repair', collection: collections[0] }),
    await made('/v1/kb/sections', { title: 'Care', collection: collections[1] }),
  ];
  const answers = [
    await made('/v1/kb/articles', { ...shared, title: 'How?', section: sections[0] }),
    await made('/v1/kb/articles', { title: 'Why?', collection: collections[0], publish: true }),
  ];
  const topics = [
    await publishEntry(project, 'topic', { title: 'Sky', code: 'sky' }),
    await publishEntry(project, 'topic', { title: 'Sea' }),
  ];
  const links = { articles, answers, topics, cover: String(cover) };
  const parts = partsOf({ title: 'Hero', text: bodyOf(links), image: cover, topic: topics[1] });
  const values = { price: 2, body: bodyOf(links), cover, author: authors[0], read: articles, parts };
  const entries = [
    await publishEntry(project, 'page', { title: 'A', topic: topics[0], ...values }),
    await publishEntry(project, 'page', { title: 'B', topic: topics[1], price: 3 }),
  ];
  const home = { values: { title: 'Home', topic: topics[0], ...values }, publish: true };
  expectDone(await project.secret.put('/v1/content/home', home));
  await project.secret.patch(`/v1/blog/articles/${articles[1]}`, { body: bodyOf(links), publish: true });
  await project.secret.patch(`/v1/kb/articles/${answers[1]}`, { body: bodyOf(links), publish: true });
  const releases: string[] = [];
  const terms = { authors, categories, collections, sections };
  return { project, entries, topics, articles, answers, ...terms, media, uploads, releases };
}

/** Rich text that shows a picture and points at one of every kind. */
function bodyOf({
  articles,
  answers,
  topics,
  cover,
}: Pick<Site, 'articles' | 'answers' | 'topics'> & { cover: string }) {
  const targets = [
    ['entry', topics[0]],
    ['blog_article', articles[0]],
    ['kb_article', answers[0]],
  ];
  const content = targets.map(([type, id]) => ({
    type: 'text',
    text: `To a ${type}. `,
    marks: [{ type: 'link', attrs: { ref: { type, id } } }],
  }));
  const image = { type: 'image', attrs: { media_id: cover } };
  return { version: 2, content: [{ type: 'paragraph', content }, image] };
}

/** Every read of content that may be kept, by each of the ids and filters that the site has. */
export function readsOf(site: Site): string[] {
  const each = (path: string, ids: readonly string[]) => ids.slice(0, 4).map((id) => `${path}/${id}`);
  const [author, category, collection, section] = [
    site.authors,
    site.categories,
    site.collections,
    site.sections,
  ].map(([first]) => first);
  return [
    ...['', '?sort=-title', '?where[price][gte]=3', '?count=true&limit=1'].map(
      (query) => `/v1/content/page${query}`,
    ),
    `/v1/content/page?ids=${site.entries.join(',')}`,
    '/v1/content/topic',
    '/v1/content/topic/lookup?where[code]=sky',
    '/v1/content/home',
    ...each('/v1/content/page', site.entries),
    ...each('/v1/content/topic', site.topics),
    ...site.releases.flatMap((id) => [`/v1/content/page?release=${id}`, `/v1/content/home?release=${id}`]),
    '/v1/locales',
    '/v1/blog/articles',
    `/v1/blog/articles?author=${author}&category=${category}`,
    '/v1/blog/articles?q=kites',
    ...each('/v1/blog/articles', site.articles),
    '/v1/blog/categories',
    ...each('/v1/blog/categories', site.categories),
    '/v1/authors',
    ...each('/v1/authors', site.authors),
    '/v1/kb/tree',
    '/v1/kb/collections',
    ...each('/v1/kb/collections', site.collections),
    `/v1/kb/sections?collection=${collection}`,
    ...each('/v1/kb/sections', site.sections),
    '/v1/kb/articles?count=true',
    `/v1/kb/articles?section=${section}`,
    '/v1/kb/articles?freshness=stale',
    ...each('/v1/kb/articles', site.answers),
  ];
}

/** What describes the project: dear to make, and kept apart. */
export const descriptions = [
  '/v1/introspection',
  '/v1/introspection.txt',
  '/v1/openapi.json',
  '/v1/types.d.ts',
];
