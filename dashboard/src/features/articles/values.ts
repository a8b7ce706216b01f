import type { EditorArticle } from '../../../../src/modules/articles/store/schema.ts';
import type { Values } from '../editing/conflict/merge.ts';

/** The fields of `seo` stand beside the others while they are edited, each with its own changes and errors. */
const prefix = 'seo.';

/** Values as they are written, with one key for each field of the editor. */
export function flat(values: Values): Values {
  const { seo, ...rest } = values;
  const inSeo = typeof seo === 'object' && seo !== null ? Object.entries(seo) : [];
  return { ...rest, ...Object.fromEntries(inSeo.map(([key, value]) => [prefix + key, value])) };
}

/** The other way: what was changed, as it is written. */
export function nested(values: Values): Values {
  const all = Object.entries(values);
  const seo = all
    .filter(([key]) => key.startsWith(prefix))
    .map(([key, value]) => [key.slice(prefix.length), value]);
  const rest = Object.fromEntries(all.filter(([key]) => !key.startsWith(prefix)));
  return seo.length === 0 ? rest : { ...rest, seo: Object.fromEntries(seo) as Values };
}

/** An article as its editor holds it. */
export function flatArticle(article: EditorArticle): EditorArticle {
  return {
    ...article,
    draft: flat(article.draft),
    live: article.live === null ? null : flat(article.live),
  };
}
