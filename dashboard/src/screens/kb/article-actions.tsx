import type { KbOutlineArticle } from '../../../../src/modules/kb/editor/schema.ts';
import type { WrittenKbArticle } from '../../../../src/modules/kb/articles/schema.ts';
import { type Locale, localeQuery } from '../../api/locales.ts';
import { useProjectApi, useRefresh } from '../../api/project.ts';
import { toast, toastError } from '../../components/overlay/toast.tsx';

type ArticleRef = Pick<KbOutlineArticle, 'id' | 'title'>;

const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', year: 'numeric' });

/** Marks an article as reviewed in a locale, which makes it fresh again there. */
export function useReview(locale: Locale | null = null): (article: ArticleRef) => Promise<void> {
  const api = useProjectApi();
  const refresh = useRefresh();
  return async ({ id, title }) => {
    try {
      const article = await api.post<WrittenKbArticle>(`/v1/kb/articles/${id}/review`, undefined, {
        query: localeQuery(locale),
      });
      toast(`${title} reviewed. Next review: ${day.format(new Date(article.review_due_at))}`);
    } catch (error) {
      toastError(error);
    }
    await refresh('kb');
  };
}

/** Archives an article, which hides it from readers and lists, or restores it as a draft. */
export function useArchive(): (article: ArticleRef, isArchived: boolean) => void {
  const api = useProjectApi();
  const refresh = useRefresh();
  return function archive(article, archived) {
    const { id, title } = article;
    api.patch(`/v1/kb/articles/${id}`, { archived }).then(() => {
      if (archived) toast(`${title} is archived`, { label: 'Undo', run: () => archive(article, false) });
      else toast(`${title} is a draft again`);
      return refresh('kb');
    }, toastError);
  };
}
