import type { LocaleRecord } from '../../../core/context/index.ts';
import { storedItem, translationKeysOf } from '../../../lifecycle/index.ts';
import type { ArticleModule } from '../module.ts';
import type { ArticleRecord, ArticleValues } from '../store/schema.ts';
import { articleParts } from './values.ts';

/** The translated texts of articles by address, which is their name. */
export const articleTexts: ReadonlyMap<string, string> = new Map(
  ['title', 'excerpt', 'body'].map((key) => [key, key] as const),
);

/** The addresses of the translated texts. */
export const articleTextKeys: readonly string[] = [...articleTexts.keys()];

/** The article with the keys by which an index finds its translation states. */
export function withTranslation<V extends ArticleValues>(
  module: ArticleModule<V>,
  record: ArticleRecord<V>,
  list: readonly LocaleRecord[],
): ArticleRecord<V> {
  const { translation: _translation, ...rest } = record;
  if (list.length < 2) return rest;
  const item = storedItem<V>(rest, articleParts(module), list);
  const textsIn = () => articleTextKeys;
  const translation = translationKeysOf(item, { list, textsIn, updatedAt: rest.updated_at });
  return translation === undefined ? rest : { ...rest, translation };
}
