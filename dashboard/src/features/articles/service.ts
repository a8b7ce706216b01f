import type { EditorArticle } from '../../../../src/modules/articles/store/schema.ts';
import type { VersionWithValues } from '../../../../src/lifecycle/versions/schema.ts';
import type { ProjectApi } from '../../api/project.ts';
import type { Values } from '../editing/conflict/merge.ts';
import { type EditedService, ifMatchOf, localeOf, type SaveMerge } from '../editing/item.ts';
import { publication, publicationOf } from '../editing/publish/publication.ts';
import { sendOnClose } from '../editing/leave/send-on-close.ts';
import type { ArticleModule } from './list/article-modules.ts';
import { flatValues, flatArticle, nestedValues } from './values.ts';

/** The part of an article that a change needs. */
export interface ChangedArticle {
  id: string;
  /** 0 if the article has no content in the locale. */
  revision: number;
  /** The locale that is changed; absent in projects with one locale. */
  locale?: string;
}

/**
 * Changes an article with the API's own PATCH: publishes, schedules, unpublishes. Rejected if someone saved a newer
 * draft.
 * @throws revision_conflict and the errors of publishing
 */
export async function changeArticle(
  api: ProjectApi,
  { path }: ArticleModule,
  article: ChangedArticle,
  body: object,
): Promise<void> {
  const { id, revision } = article;
  const options = { ...ifMatchOf(revision), query: localeOf(article) };
  // The API's `If-Match` also accepts the live revision. A save without changes checks the newest one.
  await api.patch(`${path}/${id}`, { seo: {} }, options);
  await api.patch(`/v1${path}/${id}`, body, options);
}

/** The requests of the editor of one article in a locale. */
export function articleService(
  api: ProjectApi,
  articles: ArticleModule,
  id: string,
  chosenLocale: string | null,
): EditedService<EditorArticle> {
  const path = `${articles.path}/${id}`;
  let query: { locale?: string } = chosenLocale === null ? {} : { locale: chosenLocale };
  const receive = (article: EditorArticle) => {
    query = localeOf(article); // the present code of the locale
    return flatArticle(article);
  };
  const read = async () => receive(await api.get<EditorArticle>(path, query));
  const change = async (article: EditorArticle, body: object) => {
    await changeArticle(api, articles, article, body);
    return read();
  };
  const bodyOf = (values: Values, merge?: SaveMerge) => ({
    ...nestedValues(values),
    ...(merge && { merge: { ...merge, base: nestedValues(merge.base) } }),
  });
  return {
    path: `/v1${path}`,
    module: articles.module,
    noun: 'article',
    read,
    readIn: async (locale, signal) => flatArticle(await api.get<EditorArticle>(path, { locale }, signal)),
    save: async (values, revision, _stored, merge) =>
      receive(await api.patch<EditorArticle>(path, bodyOf(values, merge), { ...ifMatchOf(revision), query })),
    saveOnClose: (values, _stored, base) =>
      sendOnClose(api, path, bodyOf(values, { base, resolve: 'theirs' }), query),
    publish: (article, at, until, others) =>
      change(article, { ...publication(at, until), ...publicationOf(others) }),
    unpublish: (article) => change(article, { publish: false }),
    scheduleChange: (article, at) => change(article, { publish_at: at }),
    setEnd: (article, at) => change(article, { unpublish_at: at }),
    remove: () => api.remove(`/v1${path}`),
    removeLocale: () => api.remove(`/v1${path}`, { query }),
    version: async (versionId) => {
      const { values } = await api.get<VersionWithValues>(`/versions/${id}/${versionId}`, query);
      return flatValues(values);
    },
    restore: async (versionId) =>
      receive(await api.post<EditorArticle>(`/versions/${id}/${versionId}/restore`, undefined, { query })),
  };
}
