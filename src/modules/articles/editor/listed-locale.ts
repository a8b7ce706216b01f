import { type ListedLocale, unsaved } from '../../../lifecycle/index.ts';
import { servedChain } from '../../../projects/index.ts';
import { isLocalized } from '../locales/values.ts';
import type { ListedDraft } from '../store/draft-repository.ts';
import type { ArticleValues } from '../store/schema.ts';

/**
 * An article of a list as if it had only this locale, for its title, columns and state. Empty values are those of
 * fallbacks, so that each article has a title.
 */
export function listedIn<V extends ArticleValues>(
  article: ListedDraft<V>,
  { locale, list }: Pick<ListedLocale, 'locale' | 'list'>,
): ListedDraft<V> {
  const { id } = locale;
  const draft = draftIn(article, { locale, list });
  if (locale === list[0]) return { ...article, draft };
  const state = article.locales?.[id] ?? unsaved({}, article.created_at);
  const { pending: _pending, live_until: _until, kept_until: _kept, ended_at: _ended, ...rest } = article;
  const own = { created_at: article.created_at, live: null, is_changed: article.changed_in?.[id] ?? false };
  const slug = draft.slug === '' ? article.slug : draft.slug;
  return { ...rest, ...state, ...own, draft, slug } as ListedDraft<V>; // a pending change has no values here
}

function draftIn<V extends ArticleValues>(
  { draft, locales = {} }: ListedDraft<V>,
  { locale, list }: Pick<ListedLocale, 'locale' | 'list'>,
): Omit<V, 'body'> {
  const defaultId = list[0]?.id;
  const others = list.map(({ id }) => id).filter((id) => id in locales);
  const chain = [...servedChain(list, locale.id), ...others];
  const drafts = chain.map((id): object | undefined => (id === defaultId ? draft : locales[id]?.draft));
  const values = Object.entries(draft).map(([key, value]: [string, unknown]) => {
    if (!isLocalized(key)) return [key, value];
    const own = drafts.map((one) => (one as Record<string, unknown> | undefined)?.[key]).find(isFilled);
    return [key, own ?? value];
  });
  return Object.fromEntries(values) as Omit<V, 'body'>; // the keys of the draft
}

function isFilled(value: unknown): boolean {
  return (
    value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
  );
}
