import { limits } from '../../../contract/limits.ts';
import type { ProjectContext } from '../../../core/context/index.ts';
import type { ArticleInput } from './input.ts';
import type { ArticleModule } from '../module.ts';
import { readArticle } from '../read.ts';
import { restoredInput } from './restore.ts';
import type { ArticleValues } from '../store/schema.ts';
import type { WrittenArticle } from './checks.ts';
import { createArticle } from './write.ts';

/**
 * Creates a draft with an article's draft values and its own title and slug. `overrides` replaces values that two
 * articles must not share.
 * @throws the module's 404, limit_reached
 */
export function duplicateArticle<V extends ArticleValues>(
  context: ProjectContext,
  module: ArticleModule<V>,
  slugOrId: string,
  overrides: Partial<Omit<V, 'slug' | 'seo'>> = {},
): Promise<WrittenArticle<V>> {
  return createArticle({ ...context, ifMatch: null }, module, async (tx): Promise<ArticleInput<V>> => {
    const { draft } = await readArticle(tx, module, slugOrId);
    const { slug: _slug, seo, ...values } = draft;
    return {
      ...restoredInput(draft),
      patch: { ...values, ...overrides, title: copyTitle(draft.title) },
      seo,
      slug: null,
      restores: false,
    };
  });
}

function copyTitle(title: string): string {
  const suffix = ' (copy)';
  return `${title.slice(0, limits.name_chars_max - suffix.length)}${suffix}`;
}
