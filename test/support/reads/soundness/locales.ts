import { expectDone } from '../../content.ts';
import { desk } from '../../delivery/writers.ts';
import { sweepAll } from '../../locale-rows.ts';
import { newProjectInLocales } from '../../locales.ts';
import type { TestService } from '../../service.ts';
import { heroFields, newSite, pageFields, readsOf, type Site } from './site.ts';
import { writes as allWrites, type Writing } from './writes.ts';

type Field = (typeof pageFields)[number];

const localize = (fields: readonly object[], keys: readonly string[]) =>
  (fields as Field[]).map(({ options, ...field }) =>
    keys.includes(field.key)
      ? { ...field, options: { ...options, localized: true } }
      : { ...field, ...(options === undefined ? {} : { options }) },
  );
const localizedPage = localize(pageFields, ['title', 'body', 'cover']);
const localizedHero = localize(heroFields, ['title', 'topic']);
const topicFields = (isCodeLocalized: boolean) => [
  { key: 'title', type: 'string', options: { localized: true } },
  { key: 'code', type: 'string', options: { unique: true, localized: isCodeLocalized } },
];

/** A site in English, German, Austrian German and French, in which most items have a German text. */
export async function newLocaleSite(service: TestService): Promise<Site> {
  const project = await newProjectInLocales(service, [
    { code: 'de', fallback: 'en' },
    { code: 'de-AT', fallback: 'de', serves_entries: true },
    { code: 'fr', partial: true },
  ]);
  const site = await newSite(project);
  const { secret } = project;
  expectDone(await secret.put('/v1/schema/blocks/hero', { fields: localizedHero }));
  for (const [slug, fields] of Object.entries({ topic: topicFields(true), page: localizedPage }))
    expectDone(await secret.put(`/v1/schema/content-types/${slug}`, { fields }));
  expectDone(await secret.put('/v1/schema/content-types/home', { fields: localizedPage, kind: 'singleton' }));
  await sweepAll(service);
  const german = (values: object) => ({ values, publish: true });
  for (const id of site.entries)
    expectDone(await secret.patch(`/v1/content/page/${id}?locale=de`, german({ title: `Seite ${id}` })));
  for (const id of site.topics.slice(1))
    expectDone(await secret.patch(`/v1/content/topic/${id}?locale=de`, german({ title: 'Himmel' })));
  expectDone(await secret.patch('/v1/content/home?locale=de', german({ title: 'Start' })));
  const texts = { title: 'Titel', publish: true };
  expectDone(await secret.patch(`/v1/blog/articles/${site.articles[0]}?locale=de`, texts));
  expectDone(await secret.patch(`/v1/kb/articles/${site.answers[0]}?locale=de`, texts));
  expectDone(await secret.patch(`/v1/authors/${site.authors[0]}?locale=de`, { name: 'Ada (de)' }));
  return site;
}

const views = [
  'locale=en',
  'locale=de',
  'locale=de&fallback=none',
  'locale=de-AT',
  'locale=de-AT&fallback=entries',
  'locale=fr',
  'locale=fr&fallback=none',
  'locale=it',
];

/** Each read in one of the views, always the same one, and some reads in all views or without a locale. */
export function localeReadsOf(site: Site): string[] {
  const plain = readsOf(site).filter((path) => path !== '/v1/locales');
  const [entry] = site.entries;
  const [article] = site.articles;
  const inLocales = plain.map((path, i) => withQuery(path, views[i % views.length] ?? ''));
  const alternates = ['/v1/content/page', '/v1/blog/articles', '/v1/kb/articles'].map(
    (path, i) => `${path}?locale=${['de', 'de-AT', 'fr'][i]}&alternates=true`,
  );
  return [
    '/v1/locales',
    ...plain.filter((_, i) => i % 6 === 0),
    ...inLocales,
    ...alternates,
    ...views.flatMap((view) => [
      `/v1/content/page?where[parts][contains]=hero&${view}`,
      `/v1/content/page/${entry}?${view}`,
      `/v1/blog/articles/${article}?${view}`,
    ]),
  ];
}

/** Reads of several locales in one response, which need a secret key. */
export function combinedReadsOf(site: Site): string[] {
  return [
    `/v1/content/page/${site.entries[0]}`,
    '/v1/content/home',
    '/v1/content/topic/lookup?where[code]=sky',
    `/v1/blog/articles/${site.articles[0]}`,
    `/v1/authors/${site.authors[0]}`,
  ].map((path) => withQuery(path, 'locales=en,de,de-AT'));
}

function withQuery(path: string, query: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${query}`;
}

const codes = ['de', 'de-AT', 'fr', 'it'] as const;
const hourMs = 3_600_000;
const one = (ids: readonly string[], n: number) => ids[n % ids.length] ?? 'none';
const codeOf = (n: number) => codes[(n >> 2) % codes.length] ?? 'de';
const later = ({ now, n }: Writing) => new Date(now.getTime() + (1 + (n % 3)) * hourMs).toISOString();

type Write = (writing: Writing) => Promise<unknown>;

/** A write of one entry or topic in one further locale. */
function changes(body: (writing: Writing) => object): Write {
  return (writing) => {
    const { site, n } = writing;
    const [type, ids] = n % 3 === 0 ? ['topic', site.topics] : ['page', site.entries];
    const path = `/v1/content/${type}/${one(ids, n)}?locale=${codeOf(n)}`;
    return site.project.secret.patch(path, body(writing));
  };
}

/** A write of an item of a module in one further locale. */
function translates(pathOf: (site: Site, n: number) => string, body: (n: number) => object): Write {
  return ({ site, n }) => site.project.secret.patch(`${pathOf(site, n)}?locale=${codeOf(n)}`, body(n));
}

const content: Record<string, Write> = {
  translate: changes(({ n }) => ({ values: { title: `Text ${n}` }, publish: n % 4 > 0 })),
  clearText: changes(({ n }) => ({ values: { title: null }, publish: n % 2 === 0 })),
  saveDraftInLocale: changes(({ n }) => ({ values: { title: `Entwurf ${n}` } })),
  hideLocale: changes(() => ({ publish: false })),
  startLocale: changes((writing) => ({ values: {}, publish: true, published_at: later(writing) })),
  endLocale: changes((writing) => ({ values: {}, unpublish_at: later(writing) })),
  planChange: changes((writing) => ({
    values: { title: `Plan ${writing.n}` },
    publish: true,
    publish_at: later(writing),
  })),
  writeShared: ({ site, n }) =>
    site.project.secret.patch(`/v1/content/page/${one(site.entries, n)}?locale=${codeOf(n)}`, {
      values: { price: n % 5, topic: one(site.topics, n) },
      publish: n % 3 > 0,
      ...(n % 4 === 1 ? { publish_shared: false } : {}),
    }),
  publishAllLocales: ({ site, n }) =>
    site.project.secret.patch(`/v1/content/page/${one(site.entries, n)}`, {
      locales: { '*': { publish: n % 3 > 0 } },
    }),
  deleteLocale: ({ site, n }) =>
    site.project.secret.delete(`/v1/content/page/${one(site.entries, n)}?locale=${codeOf(n)}`),
  translateHome: ({ site, n }) =>
    site.project.secret.patch(`/v1/content/home?locale=${codeOf(n)}`, {
      values: { title: `Start ${n}` },
      publish: n % 4 > 0,
    }),
  takeCode: ({ site, n }) =>
    site.project.secret.patch(`/v1/content/topic/${one(site.topics, n)}?locale=${codeOf(n)}`, {
      values: { code: n % 2 === 0 ? 'sky' : `code-${n % 3}` },
      publish: true,
    }),
  chooseLocales: async ({ site, n }) => {
    const path = `/v1/content/page/${one(site.entries, n)}`;
    const only_locales = n % 4 === 0 ? null : [codeOf(n), 'en'].slice(0, 1 + (n % 2));
    const parts = [{ block: 'hero', values: { title: `Part ${n}` }, only_locales }, { block: 'group' }];
    const written = await site.project.secret.patch(path, { values: { parts }, publish: true });
    const [hero] = (written.body.values?.parts ?? []) as { id: string }[];
    if (hero === undefined) return;
    const texts = { parts: { [hero.id]: { title: `Teil ${n}` } } };
    await site.project.secret.patch(`${path}?locale=${codeOf(n)}`, { values: texts, publish: true });
  },
  localizeFields: ({ site, n }) =>
    site.project.secret.put('/v1/schema/content-types/page', {
      fields: n % 3 > 0 ? localizedPage : localize(pageFields, ['title']),
    }),
  localizeCode: ({ site, n }) =>
    site.project.secret.put('/v1/schema/content-types/topic', { fields: topicFields(n % 3 > 0) }),
};

const modules: Record<string, Write> = {
  translateArticle: translates(
    ({ articles }, n) => `/v1/blog/articles/${one(articles, n)}`,
    (n) => ({ title: `Drachen ${n}`, body: { markdown: `Text ${n}` }, publish: n % 4 > 0 }),
  ),
  translateAnswer: translates(
    ({ answers }, n) => `/v1/kb/articles/${one(answers, n)}`,
    (n) => ({ title: `Wie ${n}?`, publish: n % 4 > 0 }),
  ),
  scheduleArticleInLocale: (writing) =>
    writing.site.project.secret.patch(
      `/v1/blog/articles/${one(writing.site.articles, writing.n)}?locale=${codeOf(writing.n)}`,
      { title: `Bald ${writing.n}`, publish: true, published_at: later(writing) },
    ),
  endArticleInLocale: (writing) =>
    writing.site.project.secret.patch(
      `/v1/blog/articles/${one(writing.site.articles, writing.n)}?locale=${codeOf(writing.n)}`,
      { unpublish_at: later(writing) },
    ),
  deleteArticleLocale: ({ site, n }) =>
    site.project.secret.delete(`/v1/blog/articles/${one(site.articles, n)}?locale=${codeOf(n)}`),
  translateAuthor: translates(
    ({ authors }, n) => `/v1/authors/${one(authors, n)}`,
    (n) => ({ name: n % 4 === 0 ? null : `Ada ${n}`, bio: { markdown: `Leben ${n}` } }),
  ),
  translateCategory: translates(
    ({ categories }, n) => `/v1/blog/categories/${one(categories, n)}`,
    (n) => ({ name: n % 4 === 0 ? null : `Neues ${n}` }),
  ),
  translateCollection: translates(
    ({ collections }, n) => `/v1/kb/collections/${one(collections, n)}`,
    (n) => ({ title: n % 4 === 0 ? null : `Hilfe ${n}` }),
  ),
  translateSection: translates(
    ({ sections }, n) => `/v1/kb/sections/${one(sections, n)}`,
    (n) => ({ title: n % 4 === 0 ? null : `Reparatur ${n}` }),
  ),
  describeImageInLocale: translates(
    ({ media }, n) => `/v1/media/${one(media, n)}`,
    (n) => ({ alt: n % 3 === 0 ? null : `Bild ${n}` }),
  ),
};

const lists: Record<string, Write> = {
  addLocale: async (writing) => (await desk(writing))('POST', '/locales', { code: codeOf(writing.n) }),
  removeLocale: async (writing) => {
    const code = codeOf(writing.n);
    return (await desk(writing))('DELETE', `/locales/${code}`, { confirm: code });
  },
  changeFallback: async (writing) => {
    const fallback = [null, 'en', 'de', 'fr'][writing.n % 4] ?? null;
    return (await desk(writing))('PATCH', `/locales/${codeOf(writing.n)}`, { fallback });
  },
  serveEntries: async (writing) => {
    const change = { serves_entries: writing.n % 3 > 0 };
    return (await desk(writing))('PATCH', `/locales/${codeOf(writing.n)}`, change);
  },
  sweepLocales: ({ service }) => sweepAll(service),
};

// These would define the types of the site without locales.
const { changeType: _type, changeBlock: _block, ...others } = allWrites;

/** Writes of locales, more often than the others. */
export const localeWrites: Readonly<Record<string, Write>> = { ...content, ...modules, ...lists };
export const writesBesideLocales: Readonly<Record<string, Write>> = others;
