import { newAsset, newUpload, png } from '../media.ts';
import * as sites from './sites.ts';
import { hidden, nothing, type Samples, seen, type Site, unseen, words } from './sites.ts';

const fields = [{ key: 'title', type: 'string', label: hidden }];
const at = (path: string, id: string, body?: object) => ({
  path: `${path}/${id}`,
  id,
  ...(body && { body }),
});

const author = async ({ made }: Site) => (await made('/v1/authors', { name: 'Ada', bio: hidden })).id;
const category = async ({ made }: Site) =>
  (await made('/v1/blog/categories', { name: 'News', description: hidden })).id;
const section = async (site: Site) =>
  (await site.made('/v1/kb/sections', { title: 'Section', collection: await sites.collection(site) })).id;

const changed = { title: 'Changed', excerpt: hidden, publish: true };

/** One sample for each write of `/v1`, as a secret key sends it. */
export const apiWrites: Samples = {
  'PUT /v1/schema/content-types/:type': seen('type.created', async () => ({
    path: '/v1/schema/content-types/made',
    body: { name: 'Made', fields },
  })),
  'PUT /v1/schema/blocks/:block': seen('block.created', async () => ({
    path: '/v1/schema/blocks/made',
    body: { name: 'Made', fields },
  })),
  'POST /v1/content/:type/entries': unseen(
    'entry.created',
    async () => ({ path: '/v1/content/page/entries', body: words('Draft') }),
    true,
  ),
  'POST /v1/bulk': unseen(
    'entry.created',
    async () => ({
      path: '/v1/bulk',
      body: { operations: [{ method: 'POST', path: '/v1/content/page/entries', body: words('Draft') }] },
    }),
    true,
  ),
  'PUT /v1/content/:type': seen('entry.created', async () => ({
    path: '/v1/content/home',
    body: { values: { title: 'Home' }, publish: true },
  })),
  'PATCH /v1/content/:type': seen('entry.changed', async ({ project }) => {
    const first = { values: { title: 'Home' }, publish: true };
    await project.secret.put('/v1/content/home', first);
    return { path: '/v1/content/home', body: { values: { title: 'Changed' } } };
  }),
  'PATCH /v1/content/:type/:entryId': seen('entry.changed', async (site) =>
    at('/v1/content/page', await sites.livePage(site), words('Changed')),
  ),
  'DELETE /v1/content/:type/:entryId': seen('entry.deleted', async (site) =>
    at('/v1/content/page', await sites.livePage(site)),
  ),
  'POST /v1/releases': seen(
    'release.created',
    async () => ({ path: '/v1/releases', body: { name: 'Next' } }),
    true,
  ),
  'PATCH /v1/releases/:releaseId': seen('release.renamed', async (site) =>
    at('/v1/releases', await sites.otherRelease(site), { name: 'Renamed' }),
  ),
  'POST /v1/releases/:releaseId/promote': seen('release.promoted', async (site) => {
    const id = await sites.otherRelease(site);
    return { path: `/v1/releases/${id}/promote`, id };
  }),
  'DELETE /v1/releases/:releaseId': seen('release.deleted', async (site) =>
    at('/v1/releases', await sites.otherRelease(site)),
  ),
  'POST /v1/translations/confirm': unseen('author.changed', async (site) => {
    const id = await author(site);
    await site.desk('POST', '/locales', { code: 'de' });
    await site.project.secret.patch(`/v1/authors/${id}?locale=de`, { name: 'Ada', bio: hidden });
    await site.project.secret.patch(`/v1/authors/${id}`, { bio: 'Changed' });
    return { path: '/v1/translations/confirm', id, body: { locale: 'de', ids: [id] } };
  }),
  'POST /v1/authors': seen(
    'author.created',
    async () => ({ path: '/v1/authors', body: { name: 'Ada', bio: hidden } }),
    true,
  ),
  'PATCH /v1/authors/:slug': seen('author.changed', async (site) =>
    at('/v1/authors', await author(site), { bio: `${hidden} anew` }),
  ),
  'DELETE /v1/authors/:slug': seen('author.deleted', async (site) => at('/v1/authors', await author(site))),
  'POST /v1/blog/articles': seen(
    'article.created',
    async () => ({ path: '/v1/blog/articles', body: { title: 'Article', excerpt: hidden, publish: true } }),
    true,
  ),
  'PATCH /v1/blog/articles/:slug': seen('article.changed', async (site) =>
    at('/v1/blog/articles', await sites.liveArticle(site), changed),
  ),
  'DELETE /v1/blog/articles/:slug': seen('article.deleted', async (site) =>
    at('/v1/blog/articles', await sites.liveArticle(site)),
  ),
  'POST /v1/blog/categories': seen(
    'category.created',
    async () => ({ path: '/v1/blog/categories', body: { name: 'News', description: hidden } }),
    true,
  ),
  'PATCH /v1/blog/categories/:slug': seen('category.changed', async (site) =>
    at('/v1/blog/categories', await category(site), { description: `${hidden} anew` }),
  ),
  'DELETE /v1/blog/categories/:slug': seen('category.deleted', async (site) =>
    at('/v1/blog/categories', await category(site)),
  ),
  'POST /v1/kb/collections': seen(
    'collection.created',
    async () => ({ path: '/v1/kb/collections', body: { title: 'Shelf', description: hidden } }),
    true,
  ),
  'PATCH /v1/kb/collections/:slug': seen('collection.changed', async (site) =>
    at('/v1/kb/collections', await sites.collection(site), { description: `${hidden} anew` }),
  ),
  'DELETE /v1/kb/collections/:slug': seen('collection.deleted', async (site) =>
    at('/v1/kb/collections', await sites.collection(site)),
  ),
  'POST /v1/kb/sections': seen(
    'section.created',
    async (site) => ({
      path: '/v1/kb/sections',
      body: { title: 'Section', description: hidden, collection: await sites.collection(site) },
    }),
    true,
  ),
  'PATCH /v1/kb/sections/:slug': seen('section.changed', async (site) =>
    at('/v1/kb/sections', await section(site), { description: hidden }),
  ),
  'DELETE /v1/kb/sections/:slug': seen('section.deleted', async (site) =>
    at('/v1/kb/sections', await section(site)),
  ),
  'POST /v1/kb/articles': seen(
    'article.created',
    async (site) => ({
      path: '/v1/kb/articles',
      body: { title: 'Help', excerpt: hidden, collection: await sites.collection(site), publish: true },
    }),
    true,
  ),
  'PATCH /v1/kb/articles/:slug': seen('article.changed', async (site) =>
    at('/v1/kb/articles', await sites.liveHelp(site), changed),
  ),
  'DELETE /v1/kb/articles/:slug': seen('article.deleted', async (site) =>
    at('/v1/kb/articles', await sites.liveHelp(site)),
  ),
  'POST /v1/kb/articles/:slug/review': seen(
    'article.reviewed',
    async (site) => {
      const id = await sites.liveHelp(site);
      return { path: `/v1/kb/articles/${id}/review`, id };
    },
    true,
  ),
  'POST /v1/kb/articles/:slug/vote': nothing(async (site) => ({
    path: `/v1/kb/articles/${await sites.liveHelp(site)}/vote`,
    body: { helpful: true },
  })),
  'POST /v1/media/uploads': nothing(async () => ({
    path: '/v1/media/uploads',
    body: { ...png, alt: hidden },
  })),
  'POST /v1/media/uploads/:mediaId/confirm': unseen('media.uploaded', async ({ project }) => {
    const id = await newUpload(project.secret, { file_name: 'a.png' });
    return { path: `/v1/media/uploads/${id}/confirm`, id };
  }),
  'PATCH /v1/media/:mediaId': seen('media.changed', async ({ project }) =>
    at('/v1/media', await newAsset(project.secret), { alt: hidden }),
  ),
};
