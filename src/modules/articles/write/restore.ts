import { withNormalizedTexts } from '../../../content/index.ts';
import { isLocalized } from '../locales/values.ts';
import type { ArticleInput } from './input.ts';
import type { ArticleValues } from '../store/schema.ts';

/** A saved version of an article; its values are those of an article. */
export interface RestoredVersion {
  values: object;
  revision: number;
}

/** Returns the input that restores a version. In a further locale, its texts are as old as the version. */
export function restoredVersion<V extends ArticleValues>(
  { values, revision }: RestoredVersion,
  isFurther: boolean,
): ArticleInput<V> {
  return { ...restoredInput(values as V, isFurther), restoredFrom: revision };
}

/**
 * Returns the input that restores an older draft. Slug and container stay: they are locations, not content. In a further
 * locale, values that all locales share stay too.
 */
export function restoredInput<V extends ArticleValues>(values: V, isFurther = false): ArticleInput<V> {
  const { slug: _slug, seo, ...rest } = withNormalizedTexts(values);
  const patch = Object.fromEntries(
    Object.entries(rest).filter(
      ([key]) => key !== 'shelf' && key !== 'position' && (!isFurther || isLocalized(key)),
    ),
  ) as ArticleInput<V>['patch'];
  return {
    patch,
    seo,
    slug: undefined,
    publish: undefined,
    publishedAt: undefined,
    writtenIds: [],
    warnings: [],
    errors: [],
    draftOnly: true,
    restores: true,
  };
}
