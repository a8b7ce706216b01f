import { expectDone } from '../content.ts';
import { newAsset, newUpload } from '../media.ts';
import * as sites from './sites.ts';
import { hidden, nothing, type Samples, seen, type Site, unseen, words } from './sites.ts';

const view = { list: 'blog', name: 'Mine', search: { words: hidden }, columns: null, shared: false };

const savedView = async ({ desk }: Site) => (await desk('POST', '/views', view)).id as string;
/** An author whose deletion in the dashboard puts them into the trash. */
const lostAuthor = async (site: Site) => {
  const { id } = await site.made('/v1/authors', { name: 'Ada', bio: hidden });
  await site.desk('DELETE', `/v1/authors/${id}`);
  return id;
};
const bulkJob = async (site: Site) => {
  const ids = [await sites.livePage(site)];
  return (await site.desk('POST', '/content/page/bulk-jobs', { action: 'unpublish', ids })).id as string;
};
/** A live page whose draft a key has changed. */
const changedPage = async (site: Site) => {
  const id = await sites.livePage(site);
  const body = { values: { body: `${hidden} anew` } };
  const { revision } = expectDone(await site.project.secret.patch(`/v1/content/page/${id}?draft=true`, body));
  return { id, revision: Number(revision) };
};
/** A thread on a live page: its path, the page and the only message. */
const thread = async (site: Site) => {
  const id = await sites.livePage(site);
  const created = await site.desk('POST', '/comments', { item: id, text: hidden });
  return { path: `/comments/${created.id}`, id, message: String(created.messages[0].id) };
};
const table = { columns: [{ name: 'Id', field: 'id' }], publish: false };
const tableImport = async (site: Site) => {
  const body = { ...table, file_name: 'a.csv', rows_total: 1 };
  return (await site.desk('POST', '/content/page/imports', body)).id as string;
};
const about = (path: string, id: string, body?: object) => ({ path, id, ...(body && { body }) });

/** One sample for each write of content that the dashboard alone has, as an owner sends it. */
export const contentWrites: Samples = {
  'DELETE /content-types/:type': seen('type.deleted', async ({ project }) => {
    await project.secret.put('/v1/schema/content-types/gone', { fields: [] });
    return { path: '/content-types/gone', body: { confirm: 'gone' } };
  }),
  'DELETE /blocks/:block': seen('block.deleted', async ({ project }) => {
    await project.secret.put('/v1/schema/blocks/gone', { fields: [] });
    return { path: '/blocks/gone', body: { confirm: 'gone' } };
  }),
  'POST /content/:type/entries': unseen(
    'entry.created',
    async () => ({ path: '/content/page/entries', body: words('Begun') }),
    true,
  ),
  'PATCH /content/:type/entries/:entryId': unseen('draft.saved', async (site) => {
    const id = await sites.livePage(site);
    return about(`/content/page/entries/${id}`, id, words('Saved'));
  }),
  'POST /content/:type/entries/:entryId/duplicate': unseen(
    'entry.created',
    async (site) => ({ path: `/content/page/entries/${await sites.livePage(site)}/duplicate` }),
    true,
  ),
  'POST /content/:type/bulk': seen('entry.unpublished', async (site) => {
    const id = await sites.livePage(site);
    return about('/content/page/bulk', id, { action: 'unpublish', ids: [id] });
  }),
  'PATCH /content/:type/singleton': unseen('entry.created', async () => ({
    path: '/content/home/singleton',
    body: { values: { title: 'Home' } },
  })),
  'POST /blog/bulk': seen('article.unpublished', async (site) => {
    const id = await sites.liveArticle(site);
    return about('/blog/bulk', id, { action: 'unpublish', ids: [id] });
  }),
  'POST /blog/articles': unseen(
    'article.created',
    async () => ({ path: '/blog/articles', body: { title: 'Begun', excerpt: hidden } }),
    true,
  ),
  'PATCH /blog/articles/:slug': unseen('draft.saved', async (site) => {
    const id = await sites.liveArticle(site);
    return about(`/blog/articles/${id}`, id, { excerpt: `${hidden} anew` });
  }),
  'POST /blog/articles/:slug/duplicate': unseen(
    'article.created',
    async (site) => ({ path: `/blog/articles/${await sites.liveArticle(site)}/duplicate` }),
    true,
  ),
  'POST /kb/articles': unseen(
    'article.created',
    async (site) => ({
      path: '/kb/articles',
      body: { title: 'Begun', excerpt: hidden, collection: await sites.collection(site) },
    }),
    true,
  ),
  'PATCH /kb/articles/:slug': unseen('draft.saved', async (site) => {
    const id = await sites.liveHelp(site);
    return about(`/kb/articles/${id}`, id, { excerpt: `${hidden} anew` });
  }),
  'POST /kb/articles/:slug/duplicate': unseen(
    'article.created',
    async (site) => ({ path: `/kb/articles/${await sites.liveHelp(site)}/duplicate` }),
    true,
  ),
  'POST /kb/bulk': seen('article.unpublished', async (site) => {
    const id = await sites.liveHelp(site);
    return about('/kb/bulk', id, { action: 'unpublish', ids: [id] });
  }),
  'POST /kb/moves': seen('collection.changed', async (site) => {
    const first = await sites.collection(site, 'First');
    const id = await sites.collection(site, 'Second');
    return about('/kb/moves', id, { id, before: first });
  }),
  'POST /media-tags': unseen('media.tagged', async ({ project }) => {
    const id = await newAsset(project.secret);
    return about('/media-tags', id, { action: 'add', tag: hidden, ids: [id] });
  }),
  'POST /media/bulk-delete': seen('media.deleted', async ({ project }) => {
    const id = await newAsset(project.secret);
    return about('/media/bulk-delete', id, { ids: [id] });
  }),
  'DELETE /media/:mediaId': seen('media.deleted', async ({ project }) => {
    const id = await newAsset(project.secret);
    return about(`/media/${id}`, id);
  }),
  'POST /media/:mediaId/replace': seen('media.replaced', async ({ project }) => {
    const id = await newAsset(project.secret);
    return about(`/media/${id}/replace`, id, { upload_id: await newUpload(project.secret) });
  }),
  'POST /trash/restore': seen('author.restored', async (site) => {
    const id = await lostAuthor(site);
    return about('/trash/restore', id, { ids: [id] });
  }),
  'POST /trash/restore-jobs': unseen('bulk_job.started', async (site) => {
    await lostAuthor(site);
    return { path: '/trash/restore-jobs', body: {} };
  }),
  'POST /trash/remove': unseen('trash.removed', async (site) => {
    const id = await lostAuthor(site);
    return about('/trash/remove', id, { ids: [id] });
  }),
  'POST /trash/empty': unseen('trash.removed', async (site) => about('/trash/empty', await lostAuthor(site))),
  'POST /content/:type/bulk-jobs': unseen('bulk_job.started', async (site) => ({
    path: '/content/page/bulk-jobs',
    body: { action: 'unpublish', ids: [await sites.livePage(site)] },
  })),
  'POST /blog/bulk-jobs': unseen('bulk_job.started', async (site) => ({
    path: '/blog/bulk-jobs',
    body: { action: 'unpublish', ids: [await sites.liveArticle(site)] },
  })),
  'POST /kb/bulk-jobs': unseen('bulk_job.started', async (site) => ({
    path: '/kb/bulk-jobs',
    body: { action: 'unpublish', ids: [await sites.liveHelp(site)] },
  })),
  'POST /bulk-jobs/:jobId/stop': unseen('bulk_job.stopped', async (site) => {
    const id = await bulkJob(site);
    return about(`/bulk-jobs/${id}/stop`, id);
  }),
  'DELETE /bulk-jobs/:jobId': nothing(async (site) => {
    const id = await bulkJob(site);
    await site.desk('POST', `/bulk-jobs/${id}/stop`);
    return { path: `/bulk-jobs/${id}` };
  }),
  'POST /demo': nothing(async () => ({ path: '/demo' })),
  'POST /copies': nothing(async () => ({ path: '/copies', body: { name: hidden } })),
  'POST /translations/import': seen('author.changed', async (site) => {
    const created = await site.made('/v1/authors', { name: 'Ada', bio: 'Sews sails.' });
    await site.desk('POST', '/locales', { code: 'de' });
    await site.project.secret.patch(`/v1/authors/${created.id}?locale=de`, { name: 'Ada' });
    const texts = await site.desk('GET', '/translations/export?locale=de&format=json');
    const units = (texts.units as { unit: string }[]).filter(({ unit }) => unit.startsWith(created.id));
    const file = JSON.stringify({ ...texts, units: units.map((unit) => ({ ...unit, translation: hidden })) });
    return about('/translations/import', created.id, { file: Buffer.from(file).toString('base64') });
  }),
  'POST /content/:type/imports': nothing(async () => ({
    path: '/content/page/imports',
    body: { ...table, file_name: 'a.csv', rows_total: 1 },
  })),
  'POST /content/:type/imports/check': nothing(async (site) => ({
    path: '/content/page/imports/check',
    body: { ...table, rows: [[await sites.livePage(site)]] },
  })),
  'PUT /imports/:importId/rows/:first': nothing(async (site) => ({
    path: `/imports/${await tableImport(site)}/rows/0`,
    body: { rows: [[hidden]] },
  })),
  'POST /imports/:importId/start': unseen('import.started', async (site) => {
    const id = await tableImport(site);
    await site.desk('PUT', `/imports/${id}/rows/0`, { rows: [['ent_unknown']] });
    return about(`/imports/${id}/start`, 'page');
  }),
  'POST /imports/:importId/stop': nothing(async (site) => ({
    path: `/imports/${await tableImport(site)}/stop`,
  })),
  'POST /versions/:itemId/:versionId/restore': unseen('draft.saved', async (site) => {
    const { id } = await site.made('/v1/content/page/entries', words('Old'));
    await site.desk('PATCH', `/v1/content/page/${id}`, { publish: true });
    await site.desk('PATCH', `/v1/content/page/${id}`, words('New'));
    const versions = (await site.desk('GET', `/versions/${id}`)).data as { id: string }[];
    return about(`/versions/${id}/${versions.at(-1)?.id ?? ''}/restore`, id);
  }),
  'POST /presence/:itemId': nothing(async (site) => ({
    path: `/presence/${await sites.livePage(site)}`,
    body: { state: 'editing' },
  })),
  'DELETE /presence/:itemId': nothing(async (site) => ({ path: `/presence/${await sites.livePage(site)}` })),
  'POST /views': unseen('view.created', async () => ({ path: '/views', body: view }), true),
  'PATCH /views/:viewId': unseen('view.changed', async (site) => {
    const id = await savedView(site);
    return about(`/views/${id}`, id, { search: { words: `${hidden} anew` } });
  }),
  'DELETE /views/:viewId': unseen('view.deleted', async (site) => {
    const id = await savedView(site);
    return about(`/views/${id}`, id);
  }),
  'PUT /reviews/:itemId': unseen(
    'review.requested',
    async (site) => {
      const { id } = await changedPage(site);
      return about(`/reviews/${id}`, id, { note: hidden });
    },
    true,
  ),
  'POST /reviews/:itemId/approve': unseen(
    'review.approved',
    async (site) => {
      const { id, revision } = await changedPage(site);
      return about(`/reviews/${id}/approve`, id, { revision, note: hidden });
    },
    true,
  ),
  'POST /reviews/:itemId/return': unseen(
    'review.returned',
    async (site) => {
      const { id, revision } = await changedPage(site);
      return about(`/reviews/${id}/return`, id, { revision, note: hidden });
    },
    true,
  ),
  'DELETE /reviews/:itemId': unseen('review.removed', async (site) => {
    const { id } = await changedPage(site);
    await site.desk('PUT', `/reviews/${id}`, { note: hidden });
    return about(`/reviews/${id}`, id);
  }),
  'POST /comments': unseen(
    'comment.created',
    async (site) => {
      const item = await sites.livePage(site);
      return about('/comments', item, { item, text: hidden });
    },
    true,
  ),
  'POST /comments/:threadId/messages': unseen(
    'comment.created',
    async (site) => {
      const { path, id } = await thread(site);
      return about(`${path}/messages`, id, { text: hidden });
    },
    true,
  ),
  'PATCH /comments/:threadId': unseen('comment.resolved', async (site) => {
    const { path, id } = await thread(site);
    return about(path, id, { resolved: true });
  }),
  'PATCH /comments/:threadId/messages/:messageId': nothing(async (site) => {
    const { path, message } = await thread(site);
    return { path: `${path}/messages/${message}`, body: { text: `${hidden} anew` } };
  }),
  'DELETE /comments/:threadId/messages/:messageId': unseen('comment.deleted', async (site) => {
    const { path, id, message } = await thread(site);
    return about(`${path}/messages/${message}`, id);
  }),
  'PUT /comments/:threadId/read': nothing(async (site) => ({ path: `${(await thread(site)).path}/read` })),
  'POST /notifications/read': nothing(() =>
    Promise.resolve({ path: '/notifications/read', body: { all: true } }),
  ),
};
