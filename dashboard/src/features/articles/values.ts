import type { EditorArticle } from '../../../../src/modules/articles/store/schema.ts';
import type { Values } from '../editing/conflict/merge.ts';

/** In the editor, the fields of `seo` are separate fields with their own changes and errors. */
const prefix = 'seo.';

/** Converts written values to one key for each field of the editor. */
export function flatValues(values: Values): Values {
  const { seo, ...rest } = values;
  const seoValues = typeof seo === 'object' && seo !== null ? Object.entries(seo) : [];
  return { ...rest, ...Object.fromEntries(seoValues.map(([key, value]) => [prefix + key, value])) };
}

/** Converts changes of the editor to written values. */
export function nestedValues(values: Values): Values {
  const entries = Object.entries(values);
  const seo = entries
    .filter(([key]) => key.startsWith(prefix))
    .map(([key, value]) => [key.slice(prefix.length), value]);
  const rest = Object.fromEntries(entries.filter(([key]) => !key.startsWith(prefix)));
  return seo.length === 0 ? rest : { ...rest, seo: Object.fromEntries(seo) as Values };
}

/** An article with values in the editor's form. */
export function flatArticle(article: EditorArticle): EditorArticle {
  return {
    ...article,
    draft: flatValues(article.draft),
    live: article.live === null ? null : flatValues(article.live),
    ...(article.fallback_draft === undefined ? {} : { fallback_draft: flatValues(article.fallback_draft) }),
  };
}
