import { changeSettings } from '../../../../src/dashboard/api/settings.ts';
import { ApiError } from '../../../../src/contract/errors/api-error.ts';
import { deleteAsset, replaceFile } from '../../../../src/content/media/change.ts';
import type { TestService } from '../../service.ts';
import { tester } from '../../actor.ts';
import { heroFields, pageFields, partsOf, type Site } from './site.ts';

/** What a write may use: the site, a number from which it makes its choices, and the time that the services have. */
export interface Writing {
  service: TestService;
  site: Site;
  n: number;
  now: Date;
}

const hourMs = 3_600_000;
const one = (ids: readonly string[], n: number) => ids[n % ids.length] ?? 'none';
const later = ({ now, n }: Writing) => new Date(now.getTime() + (1 + (n % 3)) * hourMs).toISOString();

/** Creates something; what was made takes part from then on. */
async function made({ site }: Writing, into: string[], path: string, body: object): Promise<void> {
  const { status, body: answer } = await site.project.secret.post(path, body);
  if (status < 300) into.unshift(String(answer.id));
}

/** An asset that an earlier write deleted is refused. */
function ifGone(error: unknown): void {
  if (!(error instanceof ApiError) || error.code !== 'unknown_media') throw error;
}

const callOf = ({ service, site }: Writing) => service.app.contextsOf(tester).project(site.project.id);

/** Refused ones are writes as well: they must change nothing. */
type Write = (writing: Writing) => Promise<unknown>;

const content: Record<string, Write> = {
  changeEntry: ({ site, n }) =>
    site.project.secret.patch(`/v1/content/page/${one(site.entries, n)}`, {
      values: { title: `T${n}`, price: n % 5, topic: one(site.topics, n) },
      publish: true,
    }),
  saveDraft: ({ site, n }) =>
    site.project.secret.patch(`/v1/content/page/${one(site.entries, n)}`, { values: { title: `D${n}` } }),
  hideEntry: ({ site, n }) =>
    site.project.secret.patch(`/v1/content/page/${one(site.entries, n)}`, { publish: false }),
  changeTopic: ({ site, n }) =>
    site.project.secret.patch(`/v1/content/topic/${one(site.topics, n)}`, {
      values: { title: `Topic ${n}` },
      publish: n % 3 > 0,
    }),
  endTopic: (writing) =>
    writing.site.project.secret.patch(`/v1/content/topic/${one(writing.site.topics, writing.n)}`, {
      values: {},
      unpublish_at: later(writing),
    }),
  newEntry: (writing) =>
    made(writing, writing.site.entries, '/v1/content/page/entries', {
      values: { title: `N${writing.n}` },
      publish: true,
    }),
  scheduleEntry: (writing) =>
    made(writing, writing.site.entries, '/v1/content/page/entries', {
      values: { title: `S${writing.n}`, topic: one(writing.site.topics, writing.n) },
      publish: true,
      published_at: later(writing),
    }),
  scheduleTopic: async (writing) => {
    const { site, n } = writing;
    const path = `/v1/content/topic/${one(site.topics, n)}`;
    await site.project.secret.patch(path, { publish: false });
    await site.project.secret.patch(path, { publish: true, published_at: later(writing) });
  },
  endEntry: (writing) =>
    writing.site.project.secret.patch(`/v1/content/page/${one(writing.site.entries, writing.n)}`, {
      values: {},
      unpublish_at: writing.n % 5 === 0 ? null : later(writing),
    }),
  endHome: (writing) =>
    writing.site.project.secret.patch('/v1/content/home', { publish: true, unpublish_at: later(writing) }),
  removeEntry: ({ site, n }) => site.project.secret.delete(`/v1/content/page/${one(site.entries, n)}`),
  changeHome: ({ site, n }) =>
    site.project.secret.patch('/v1/content/home', { values: { title: `H${n}` }, publish: true }),
  changeType: ({ site, n }) =>
    site.project.secret.put('/v1/schema/content-types/page', {
      fields: n % 2 === 0 ? pageFields : pageFields.filter(({ key }) => key !== 'price'),
    }),
  changeParts: ({ site, n }) =>
    site.project.secret.patch(`/v1/content/page/${one(site.entries, n)}`, {
      values: {
        parts: partsOf({
          title: `Part ${n}`,
          image: n % 2 === 0 ? null : one(site.media, n),
          topic: one(site.topics, n),
          author: one(site.authors, n),
        }),
      },
      publish: true,
    }),
  changeBlock: ({ site, n }) =>
    site.project.secret.put('/v1/schema/blocks/hero', {
      fields: n % 2 === 0 ? heroFields : heroFields.filter(({ key }) => key !== 'title'),
    }),
  newType: ({ site, n }) =>
    site.project.secret.put(`/v1/schema/content-types/type-${n % 4}`, {
      fields: [{ key: `f${n % 3}`, type: 'string' }],
    }),
};

const modules: Record<string, Write> = {
  changeArticle: ({ site, n }) =>
    site.project.secret.patch(`/v1/blog/articles/${one(site.articles, n)}`, {
      title: `Kites ${n}`,
      authors: [one(site.authors, n)],
      publish: n % 4 > 0,
    }),
  scheduleArticle: (writing) =>
    made(writing, writing.site.articles, '/v1/blog/articles', {
      title: `Soon ${writing.n}`,
      authors: [one(writing.site.authors, writing.n)],
      publish: true,
      published_at: later(writing),
    }),
  endArticle: (writing) =>
    writing.site.project.secret.patch(`/v1/blog/articles/${one(writing.site.articles, writing.n)}`, {
      unpublish_at: later(writing),
    }),
  endAnswer: (writing) =>
    writing.site.project.secret.patch(`/v1/kb/articles/${one(writing.site.answers, writing.n)}`, {
      unpublish_at: later(writing),
    }),
  removeArticle: ({ site, n }) => site.project.secret.delete(`/v1/blog/articles/${one(site.articles, n)}`),
  changeAnswer: ({ site, n }) =>
    site.project.secret.patch(`/v1/kb/articles/${one(site.answers, n)}`, {
      title: `How ${n}?`,
      section: one(site.sections, n),
      publish: n % 4 > 0,
    }),
  reviewAnswer: ({ site, n }) =>
    site.project.secret.post(`/v1/kb/articles/${one(site.answers, n)}/review`, {}),
  scheduleAnswer: (writing) =>
    made(writing, writing.site.answers, '/v1/kb/articles', {
      title: `Soon ${writing.n}?`,
      section: one(writing.site.sections, writing.n),
      publish: true,
      published_at: later(writing),
    }),
  changeAuthor: ({ site, n }) =>
    site.project.secret.patch(`/v1/authors/${one(site.authors, n)}`, {
      name: `Ada ${n}`,
      avatar_id: n % 2 === 0 ? null : one(site.media, n),
    }),
  newAuthor: (writing) => made(writing, writing.site.authors, '/v1/authors', { name: `New ${writing.n}` }),
  removeAuthor: ({ site, n }) => site.project.secret.delete(`/v1/authors/${one(site.authors, n)}`),
  changeCategory: ({ site, n }) =>
    site.project.secret.patch(`/v1/blog/categories/${one(site.categories, n)}`, { name: `News ${n}` }),
  changeCollection: ({ site, n }) =>
    site.project.secret.patch(`/v1/kb/collections/${one(site.collections, n)}`, {
      title: `Help ${n}`,
      position: n % 5,
    }),
  moveSection: ({ site, n }) =>
    site.project.secret.patch(`/v1/kb/sections/${one(site.sections, n)}`, {
      title: `Repair ${n}`,
      collection: one(site.collections, n >> 1),
    }),
};

const others: Record<string, Write> = {
  describeImage: ({ site, n }) =>
    site.project.secret.patch(`/v1/media/${one(site.media, n)}`, { alt: `Alt ${n}` }),
  replaceImage: async (writing) => {
    const upload = writing.site.uploads.pop();
    if (upload === undefined) return;
    const id = one(writing.site.media, writing.n);
    await replaceFile(await callOf(writing), id, { upload_id: upload }).catch(ifGone);
  },
  deleteImage: async (writing) => {
    const id = one(writing.site.media, writing.n);
    await deleteAsset(await callOf(writing), id).catch(ifGone);
  },
  cloneRelease: async (writing) => {
    if (writing.site.releases.length < 2)
      await made(writing, writing.site.releases, '/v1/releases', { name: `Release ${writing.n}` });
  },
  writeInRelease: ({ site, n }) =>
    site.project.secret.patch(`/v1/content/page/${one(site.entries, n)}?release=${one(site.releases, n)}`, {
      values: { title: `R${n}` },
      publish: true,
    }),
  renameRelease: async ({ site, n }) => {
    const { body } = await site.project.secret.get('/v1/releases');
    const ids = (body.data as { id: string }[]).map(({ id }) => id);
    await site.project.secret.patch(`/v1/releases/${one(ids, n)}`, { name: `Named ${n}` });
  },
  promoteRelease: ({ site, n }) =>
    site.project.secret.post(`/v1/releases/${one(site.releases, n)}/promote`, {}),
  removeRelease: ({ site, n }) => site.project.secret.delete(`/v1/releases/${one(site.releases, n)}`),
  changeSettings: async (writing) => {
    const { n } = writing;
    const link_patterns = {
      blog_article: `https://site.example/${n}/{slug}`,
      entry: `https://site.example/${n}/{id}`,
    };
    const all = [{ name: `Name ${n}` }, { review_interval_days: 1 + (n % 9) }, { link_patterns }];
    await changeSettings(await callOf(writing), all[n % 3] ?? {});
  },
};

export const writes: Readonly<Record<string, Write>> = { ...content, ...modules, ...others };
