import fc from 'fast-check';
import { expectDone, defineType, publishEntry } from '../content.ts';
import { newAsset, newUpload, png } from '../media.ts';
import type { TestProject } from '../service.ts';

/** Ids of what there is of each kind before anybody writes. */
export interface Standing {
  entry: string;
  article: string;
  help: string;
  writer: string;
  category: string;
  collection: string;
  section: string;
  media: string;
  upload: string;
  release: string;
  version: string;
}

/** A project with one of everything, live. */
export async function stand(project: TestProject): Promise<Standing> {
  const { secret } = project;
  await defineType(project, 'page', { title: 'string', body: 'string' });
  await defineType(project, 'home', { title: 'string' }, { kind: 'singleton' });
  await secret.put('/v1/content/home', { values: { title: 'Home' }, publish: true });
  expectDone(await secret.put('/v1/schema/blocks/hero', { fields: [] }));
  const idOf = async (path: string, body: object) => String(expectDone(await secret.post(path, body)).id);
  const collection = await idOf('/v1/kb/collections', { title: 'Shelf' });
  return {
    entry: await publishEntry(project, 'page', { title: 'Live', body: 'words' }),
    article: await idOf('/v1/blog/articles', { title: 'Live', publish: true }),
    help: await idOf('/v1/kb/articles', { title: 'Live', collection, publish: true }),
    writer: await idOf('/v1/authors', { name: 'Ada' }),
    category: await idOf('/v1/blog/categories', { name: 'News' }),
    collection,
    section: await idOf('/v1/kb/sections', { title: 'Section', collection }),
    media: await newAsset(secret),
    upload: await newUpload(secret),
    release: await idOf('/v1/releases', { name: 'Next' }),
    version: 'ver_1',
  };
}

/** What stands in the random part of a write. */
export interface Random {
  words: string;
  flags: object;
  query: string;
}

export const random: fc.Arbitrary<Random> = fc.record({
  words: fc.string({ minLength: 1, maxLength: 12 }),
  flags: fc.oneof(
    fc.constant({}),
    fc.record(
      {
        publish: fc.boolean(),
        published_at: fc.constantFrom(null, '2020-01-01T00:00:00Z', '2030-01-01T00:00:00Z'),
        publish_at: fc.constantFrom(null, '2027-06-01T00:00:00Z'),
        unpublish_at: fc.constantFrom(null, '2027-06-01T00:00:00Z'),
        archived: fc.boolean(),
      },
      { requiredKeys: [] },
    ),
  ),
  query: fc.constantFrom('', '?draft=true', '?draft=true', '?dry_run=true'),
});

type Write = (ids: Standing, random: Random) => { path: string; body?: object };
type Writes = Readonly<Record<string, Write>>;

/** A file of texts without any, in Base64. */
const emptyTextsFile = Buffer.from('{"format": "galley-texts", "locale": "de", "units": []}').toString(
  'base64',
);

const bulk = (path: string, of: 'entry' | 'article' | 'help'): Writes => ({
  [`POST ${path}/bulk`]: (ids) => ({
    path: `${path.replace(':type', 'page')}/bulk`,
    body: { action: 'unpublish', ids: [ids[of]] },
  }),
  [`POST ${path}/bulk-jobs`]: (ids) => ({
    path: `${path.replace(':type', 'page')}/bulk-jobs`,
    body: { action: 'delete', ids: [ids[of]] },
  }),
});

/** A random request for each write of `/v1`, which members send below their project. */
export const apiWrites: Writes = {
  'PUT /v1/schema/content-types/:type': (_, { words }) => ({
    path: '/v1/schema/content-types/page',
    body: { name: words, fields: [] },
  }),
  'PUT /v1/schema/blocks/:block': (_, { words }) => ({
    path: '/v1/schema/blocks/hero',
    body: { name: words, fields: [] },
  }),
  'POST /v1/content/:type/entries': (_, { words, flags }) => ({
    path: '/v1/content/page/entries',
    body: { values: { title: words }, ...flags },
  }),
  'PUT /v1/content/:type': (_, { words, flags, query }) => ({
    path: `/v1/content/home${query}`,
    body: { values: { title: words }, ...flags },
  }),
  'PATCH /v1/content/:type': (_, { words, flags, query }) => ({
    path: `/v1/content/home${query}`,
    body: { values: { title: words }, ...flags },
  }),
  'PATCH /v1/content/:type/:entryId': ({ entry }, { words, flags, query }) => ({
    path: `/v1/content/page/${entry}${query}`,
    body: { values: { body: words }, ...flags },
  }),
  'DELETE /v1/content/:type/:entryId': ({ entry }) => ({ path: `/v1/content/page/${entry}` }),
  'POST /v1/bulk': ({ entry, article }, { words, flags, query }) => ({
    path: `/v1/bulk${query}`,
    body: {
      mode: words.length % 2 === 0 ? 'each' : 'all',
      operations: [
        { method: 'PATCH', path: `/v1/content/page/${entry}`, body: { values: { body: words }, ...flags } },
        { method: 'POST', path: '/v1/content/page/entries', body: { values: { title: words }, ...flags } },
        { method: 'PATCH', path: `/v1/blog/articles/${article}`, body: { title: words, ...flags } },
        { method: 'DELETE', path: `/v1/content/page/${entry}` },
      ],
    },
  }),
  'POST /v1/releases': (_, { words }) => ({ path: '/v1/releases', body: { name: words } }),
  'PATCH /v1/releases/:releaseId': ({ release }, { words }) => ({
    path: `/v1/releases/${release}`,
    body: { name: words },
  }),
  'POST /v1/releases/:releaseId/promote': ({ release }) => ({ path: `/v1/releases/${release}/promote` }),
  'DELETE /v1/releases/:releaseId': ({ release }) => ({ path: `/v1/releases/${release}` }),
  'POST /v1/authors': (_, { words }) => ({ path: '/v1/authors', body: { name: words } }),
  'PATCH /v1/authors/:slug': ({ writer }, { words }) => ({
    path: `/v1/authors/${writer}`,
    body: { name: words },
  }),
  'DELETE /v1/authors/:slug': ({ writer }) => ({ path: `/v1/authors/${writer}` }),
  'POST /v1/blog/articles': (_, { words, flags }) => ({
    path: '/v1/blog/articles',
    body: { title: words, ...flags },
  }),
  'PATCH /v1/blog/articles/:slug': ({ article }, { words, flags, query }) => ({
    path: `/v1/blog/articles/${article}${query}`,
    body: { title: words, ...flags },
  }),
  'DELETE /v1/blog/articles/:slug': ({ article }) => ({ path: `/v1/blog/articles/${article}` }),
  'POST /v1/blog/categories': (_, { words }) => ({ path: '/v1/blog/categories', body: { name: words } }),
  'PATCH /v1/blog/categories/:slug': ({ category }, { words }) => ({
    path: `/v1/blog/categories/${category}`,
    body: { name: words },
  }),
  'DELETE /v1/blog/categories/:slug': ({ category }) => ({ path: `/v1/blog/categories/${category}` }),
  'POST /v1/kb/collections': (_, { words }) => ({ path: '/v1/kb/collections', body: { title: words } }),
  'PATCH /v1/kb/collections/:slug': ({ collection }, { words }) => ({
    path: `/v1/kb/collections/${collection}`,
    body: { title: words },
  }),
  'DELETE /v1/kb/collections/:slug': ({ collection }) => ({ path: `/v1/kb/collections/${collection}` }),
  'POST /v1/kb/sections': ({ collection }, { words }) => ({
    path: '/v1/kb/sections',
    body: { title: words, collection },
  }),
  'PATCH /v1/kb/sections/:slug': ({ section }, { words }) => ({
    path: `/v1/kb/sections/${section}`,
    body: { title: words },
  }),
  'DELETE /v1/kb/sections/:slug': ({ section }) => ({ path: `/v1/kb/sections/${section}` }),
  'POST /v1/kb/articles': ({ collection }, { words, flags }) => ({
    path: '/v1/kb/articles',
    body: { title: words, collection, ...flags },
  }),
  'PATCH /v1/kb/articles/:slug': ({ help }, { words, flags, query }) => ({
    path: `/v1/kb/articles/${help}${query}`,
    body: { title: words, ...flags },
  }),
  'DELETE /v1/kb/articles/:slug': ({ help }) => ({ path: `/v1/kb/articles/${help}` }),
  'POST /v1/kb/articles/:slug/review': ({ help }) => ({ path: `/v1/kb/articles/${help}/review` }),
  'POST /v1/media/uploads': (_, { words }) => ({ path: '/v1/media/uploads', body: { ...png, alt: words } }),
  'POST /v1/media/uploads/:mediaId/confirm': ({ upload }) => ({
    path: `/v1/media/uploads/${upload}/confirm`,
  }),
  'POST /v1/translations/confirm': ({ entry, writer }) => ({
    path: '/v1/translations/confirm',
    body: { locale: 'de', ids: [entry, writer] },
  }),
  'PATCH /v1/media/:mediaId': ({ media }, { words }) => ({
    path: `/v1/media/${media}`,
    body: { alt: words },
  }),
};

/** The same for each write that the dashboard alone has, of content; what needs an owner is refused whatever it says. */
export const deskWrites: Writes = {
  'POST /content/:type/entries': (_, { words }) => ({
    path: '/content/page/entries',
    body: { values: { title: words } },
  }),
  'PATCH /content/:type/entries/:entryId': ({ entry }, { words }) => ({
    path: `/content/page/entries/${entry}`,
    body: { values: { title: words } },
  }),
  'POST /content/:type/entries/:entryId/duplicate': ({ entry }) => ({
    path: `/content/page/entries/${entry}/duplicate`,
  }),
  'PATCH /content/:type/singleton': (_, { words }) => ({
    path: '/content/home/singleton',
    body: { values: { title: words } },
  }),
  'POST /blog/articles': (_, { words }) => ({ path: '/blog/articles', body: { title: words } }),
  'PATCH /blog/articles/:slug': ({ article }, { words }) => ({
    path: `/blog/articles/${article}`,
    body: { title: words },
  }),
  'POST /blog/articles/:slug/duplicate': ({ article }) => ({ path: `/blog/articles/${article}/duplicate` }),
  'POST /kb/articles': ({ collection }, { words }) => ({
    path: '/kb/articles',
    body: { title: words, collection },
  }),
  'PATCH /kb/articles/:slug': ({ help, section }, { words }) => ({
    path: `/kb/articles/${help}`,
    body: { title: words, section },
  }),
  'POST /kb/articles/:slug/duplicate': ({ help }) => ({ path: `/kb/articles/${help}/duplicate` }),
  'POST /kb/moves': ({ help, section }) => ({
    path: '/kb/moves',
    body: { id: help, into: section, before: null },
  }),
  'POST /preview-links': ({ entry }, { words }) => ({
    path: '/preview-links',
    body: { name: words, expires_in_hours: 1, item: { type: 'page', id: entry } },
  }),
  'POST /media-tags': ({ media }, { words }) => ({
    path: '/media-tags',
    body: { action: 'add', tag: words, ids: [media] },
  }),
  'POST /media/bulk-delete': ({ media }) => ({ path: '/media/bulk-delete', body: { ids: [media] } }),
  'DELETE /media/:mediaId': ({ media }) => ({ path: `/media/${media}` }),
  'POST /media/:mediaId/replace': ({ media, upload }) => ({
    path: `/media/${media}/replace`,
    body: { upload_id: upload },
  }),
  'POST /trash/restore': ({ writer }) => ({ path: '/trash/restore', body: { ids: [writer] } }),
  'POST /trash/restore-jobs': () => ({ path: '/trash/restore-jobs', body: {} }),
  'POST /trash/remove': ({ writer }) => ({ path: '/trash/remove', body: { ids: [writer] } }),
  'POST /versions/:itemId/:versionId/restore': ({ entry, version }) => ({
    path: `/versions/${entry}/${version}/restore`,
  }),
  'PUT /reviews/:itemId': ({ entry }, { words }) => ({
    path: `/reviews/${entry}`,
    body: { note: `.${words}` },
  }),
  'POST /reviews/:itemId/approve': ({ entry }) => ({
    path: `/reviews/${entry}/approve`,
    body: { revision: 1 },
  }),
  'POST /reviews/:itemId/return': ({ entry }, { words }) => ({
    path: `/reviews/${entry}/return`,
    body: { revision: 1, note: `.${words}` },
  }),
  'POST /bulk-jobs/:jobId/stop': () => ({ path: '/bulk-jobs/nothing/stop' }),
  'DELETE /bulk-jobs/:jobId': () => ({ path: '/bulk-jobs/nothing' }),
  'POST /translations/import': () => ({ path: '/translations/import', body: { file: emptyTextsFile } }),
  'POST /content/:type/imports': () => ({
    path: '/content/page/imports',
    body: { file_name: 'a.csv', columns: [{ name: 'Id', field: 'id' }], publish: true, rows_total: 1 },
  }),
  'POST /content/:type/imports/check': ({ entry }) => ({
    path: '/content/page/imports/check',
    body: { columns: [{ name: 'Id', field: 'id' }], publish: true, rows: [[entry]] },
  }),
  'PUT /imports/:importId/rows/:first': () => ({ path: '/imports/nothing/rows/0', body: { rows: [['a']] } }),
  'POST /imports/:importId/start': () => ({ path: '/imports/nothing/start' }),
  'POST /imports/:importId/stop': () => ({ path: '/imports/nothing/stop' }),
  ...bulk('/content/:type', 'entry'),
  ...bulk('/blog', 'article'),
  ...bulk('/kb', 'help'),
};
