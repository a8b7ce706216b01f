import { draftsInChain, type ListedLocale, listedStateIn } from '../../../lifecycle/index.ts';
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
  const draft = draftIn(article, { locale, list });
  if (locale === list[0]) return { ...article, draft };
  const slug = draft.slug === '' ? article.slug : draft.slug;
  return { ...listedStateIn(article, locale), live: null, draft, slug } as ListedDraft<V>; // a pending change has no values here
}

function draftIn<V extends ArticleValues>(
  article: ListedDraft<V>,
  listedLocale: Pick<ListedLocale, 'locale' | 'list'>,
): Omit<V, 'body'> {
  const drafts = draftsInChain(article, listedLocale);
  const values = Object.entries(article.draft).map(([key, value]: [string, unknown]) => {
    if (!isLocalized(key)) return [key, value];
    const own = drafts.map((one) => one[key]).find(isFilled);
    return [key, own ?? value];
  });
  return Object.fromEntries(values) as Omit<V, 'body'>; // the keys of the draft
}

function isFilled(value: unknown): boolean {
  return (
    value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
  );
}
