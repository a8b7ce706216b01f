import { limits } from '../../../contract/limits.ts';
import type { ProjectContext } from '../../../core/context/index.ts';
import { isInLocales, outdatedSources, type OwnValues, storedItem } from '../../../lifecycle/index.ts';
import { articleParts, localizedBodyKeys, ownSeoOf } from '../locales/values.ts';
import type { ArticleInput } from './input.ts';
import type { ArticleModule } from '../module.ts';
import { readArticle } from '../read.ts';
import { restoredInput } from './restore.ts';
import type { ArticleValues } from '../store/schema.ts';
import type { WrittenArticle } from './checks.ts';
import { createArticle } from './write.ts';

/**
 * Creates a draft with an article's draft values in each locale, and its own titles and slugs; outdated texts stay
 * outdated. `overrides` replaces values that two articles must not share.
 * @throws the module's 404, limit_reached
 */
export function duplicateArticle<V extends ArticleValues>(
  context: ProjectContext,
  module: ArticleModule<V>,
  slugOrId: string,
  overrides: Partial<Omit<V, 'slug' | 'seo'>> = {},
): Promise<WrittenArticle<V>> {
  return createArticle({ ...context, ifMatch: null }, module, async (tx): Promise<ArticleInput<V>> => {
    const original = await readArticle(tx, module, slugOrId);
    const { draft } = original;
    const { slug: _slug, seo, ...values } = draft;
    const copy = {
      ...restoredInput(draft),
      patch: { ...values, ...overrides, title: copyTitle(draft.title) },
      seo,
      slug: null,
      restores: false,
    };
    if (!isInLocales(original)) return copy;
    const { list } = await tx.locales();
    const item = storedItem(original, articleParts(module), list);
    const further = list.slice(1).flatMap((locale) => {
      const state = item.states.get(locale.id);
      if (state === undefined) return [];
      const olderSources = outdatedSources(item, { list, locale });
      return [[locale.code, { ...furtherCopy(module, state.draft, overrides), olderSources }] as const];
    });
    if (further.length === 0) return copy;
    const main = original.is_default_empty === true ? withoutOwn(copy) : copy;
    return { ...main, further: Object.fromEntries(further) };
  });
}

/** The copy of an article whose default locale is empty: its shared values. */
function withoutOwn<V extends ArticleValues>({ patch, ...copy }: ArticleInput<V>): ArticleInput<V> {
  const shared = Object.entries(patch).filter(([key]) => !localizedBodyKeys.includes(key));
  return { ...copy, patch: Object.fromEntries(shared) as ArticleInput<V>['patch'], seo: {}, slug: undefined };
}

/** The copy of the texts of an article in a further locale. */
function furtherCopy<V extends ArticleValues>(
  module: ArticleModule<V>,
  own: OwnValues,
  overrides: Partial<Omit<V, 'slug' | 'seo'>>,
): ArticleInput<V> {
  const { slug: _slug, seo: _seo, ...values } = articleParts(module).join({}, own);
  const { title } = values;
  const writtenKeys = Object.keys(own).filter(
    (key) => localizedBodyKeys.includes(key) && !(key in overrides),
  );
  return {
    ...restoredInput<V>(module.empty),
    patch: { ...values, ...overrides, ...(title === '' ? {} : { title: copyTitle(title) }) },
    seo: ownSeoOf(own),
    slug: null,
    restores: false,
    sent: { ...Object.fromEntries(writtenKeys.map((key) => [key, own[key]])), slug: null },
  };
}

function copyTitle(title: string): string {
  const suffix = ' (copy)';
  return `${title.slice(0, limits.name_chars_max - suffix.length)}${suffix}`;
}
