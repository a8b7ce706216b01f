import { withNormalizedTexts } from '../../../content/index.ts';
import { isLocalized } from '../locales/values.ts';
import type { ArticleInput } from './input.ts';
import type { ArticleValues } from '../store/schema.ts';

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
