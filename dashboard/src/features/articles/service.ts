import type { EditorArticle } from '../../../../src/modules/articles/store/schema.ts';
import type { VersionWithValues } from '../../../../src/lifecycle/versions/schema.ts';
import type { ProjectApi } from '../../api/project.ts';
import type { EditedService } from '../editing/item.ts';
import type { ArticleModule } from './list/article-modules.ts';
import { flat, flatArticle, nested } from './values.ts';

/** As much of an article as a move needs. */
export interface MovedArticle {
  id: string;
  title: string;
  revision: number;
}

/**
 * Publishes, schedules, hides: whatever the API's own PATCH takes. Refused when another person saved a newer draft than
 * the one that was seen. @throws revision_conflict and what publishing refuses
 */
export async function moveArticle(
  api: ProjectApi,
  { path }: ArticleModule,
  { id, title, revision }: MovedArticle,
  body: object,
): Promise<void> {
  const seen = { ifMatch: `"${revision}"` };
  // The API's own If-Match passes on the live revision too; a save that changes nothing makes sure of the newest.
  await api.patch(`${path}/${id}`, { title }, seen);
  await api.patch(`/v1${path}/${id}`, body, seen);
}

/** What a PATCH says to publish at a moment, or at once, and until when; undefined leaves the end as it is. */
export function publication(at: string | null, until?: string | null): object {
  return {
    publish: true,
    ...(at === null ? {} : { published_at: at }),
    ...(until === undefined ? {} : { unpublish_at: until }),
  };
}

/** Everything that an editor does with one article. */
export function articleService(
  api: ProjectApi,
  articles: ArticleModule,
  id: string,
): EditedService<EditorArticle> {
  const path = `${articles.path}/${id}`;
  const read = async () => flatArticle(await api.get<EditorArticle>(path));
  const move = async (article: EditorArticle, body: object) => {
    await moveArticle(api, articles, article, body);
    return read();
  };
  return {
    path: `/v1${path}`,
    module: articles.module,
    noun: 'article',
    read,
    save: async (values, revision) =>
      flatArticle(await api.patch<EditorArticle>(path, nested(values), { ifMatch: `"${revision}"` })),
    publish: (article, at, until) => move(article, publication(at, until)),
    unpublish: (article) => move(article, { publish: false }),
    scheduleChange: (article, at) => move(article, { publish_at: at }),
    setEnd: (article, at) => move(article, { unpublish_at: at }),
    remove: () => api.remove(`/v1${path}`),
    version: async (versionId) => {
      const { values } = await api.get<VersionWithValues>(`/versions/${id}/${versionId}`);
      return flat(values);
    },
    restore: async (versionId) =>
      flatArticle(await api.post<EditorArticle>(`/versions/${id}/${versionId}/restore`)),
  };
}
