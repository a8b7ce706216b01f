import type { EditorArticle } from '../../../../src/modules/articles/store/schema.ts';
import type { VersionWithValues } from '../../../../src/lifecycle/versions/schema.ts';
import type { ProjectApi } from '../../api/project.ts';
import type { Values } from '../editing/conflict/merge.ts';
import type { EditedService, SaveMerge } from '../editing/item.ts';
import { sendOnClose } from '../editing/leave/send-on-close.ts';
import type { ArticleModule } from './list/article-modules.ts';
import { flatValues, flatArticle, nestedValues } from './values.ts';

/** The part of an article that a change needs. */
export interface ChangedArticle {
  id: string;
  title: string;
  revision: number;
}

/**
 * Changes an article with the API's own PATCH: publishes, schedules, unpublishes. Rejected if someone saved a newer
 * draft.
 * @throws revision_conflict and the errors of publishing
 */
export async function changeArticle(
  api: ProjectApi,
  { path }: ArticleModule,
  { id, title, revision }: ChangedArticle,
  body: object,
): Promise<void> {
  const options = { ifMatch: `"${revision}"` };
  // The API's `If-Match` also accepts the live revision. A save without changes checks the newest one.
  await api.patch(`${path}/${id}`, { title }, options);
  await api.patch(`/v1${path}/${id}`, body, options);
}

/** The body of a PATCH that publishes now or at a date, until an end. Undefined keeps the end. */
export function publication(at: string | null, until?: string | null): object {
  return {
    publish: true,
    ...(at === null ? {} : { published_at: at }),
    ...(until === undefined ? {} : { unpublish_at: until }),
  };
}

/** The requests of the editor of one article. */
export function articleService(
  api: ProjectApi,
  articles: ArticleModule,
  id: string,
): EditedService<EditorArticle> {
  const path = `${articles.path}/${id}`;
  const read = async () => flatArticle(await api.get<EditorArticle>(path));
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
    save: async (values, revision, _stored, merge) =>
      flatArticle(await api.patch<EditorArticle>(path, bodyOf(values, merge), { ifMatch: `"${revision}"` })),
    saveOnClose: (values, _stored, base) =>
      sendOnClose(api, path, bodyOf(values, { base, resolve: 'theirs' })),
    publish: (article, at, until) => change(article, publication(at, until)),
    unpublish: (article) => change(article, { publish: false }),
    scheduleChange: (article, at) => change(article, { publish_at: at }),
    setEnd: (article, at) => change(article, { unpublish_at: at }),
    remove: () => api.remove(`/v1${path}`),
    version: async (versionId) => {
      const { values } = await api.get<VersionWithValues>(`/versions/${id}/${versionId}`);
      return flatValues(values);
    },
    restore: async (versionId) =>
      flatArticle(await api.post<EditorArticle>(`/versions/${id}/${versionId}/restore`)),
  };
}
