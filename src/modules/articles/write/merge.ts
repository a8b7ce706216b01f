import { invalidBase, type MergedSave, mergeSave, type SavedValue } from '../../../lifecycle/index.ts';
import type { RichtextDocument } from '../../../content/index.ts';
import type { ArticleRecord, ArticleValues, SeoValues } from '../store/schema.ts';
import { type ArticleInput, type ArticleMerge, bodyValues, emptyDocument, isMissingTitle } from './input.ts';

/** A save with merged values. */
export interface MergedArticle<V extends ArticleValues> {
  input: ArticleInput<V>;
  /** Rich texts that were merged by node. */
  merged: string[];
  /** The draft with the caller's side of conflicts that were resolved to theirs; null if there are none. */
  mine: V | null;
  /** Whether the stored draft lost a conflict. */
  losesTheirs: boolean;
}

/** Values that are computed from others. */
const derivedKeys = ['word_count', 'opening'];

/**
 * Merges the values of a save with the stored draft (specification: editing).
 * @throws edit_conflict, invalid_field_value with a param in `merge`
 */
export function mergeArticle<V extends ArticleValues>(
  input: ArticleInput<V>,
  { request, base }: ArticleMerge<V>,
  { draft, revision }: ArticleRecord<V>,
): MergedArticle<V> {
  const error = base.errors.find((one) => !isMissingTitle(one));
  if (error !== undefined) throw invalidBase(error.hints.param ?? '', error.message);
  const saved = savedValues(input, base, draft);
  const result = mergeSave(saved, request, revision);
  const { mineValues, losesTheirs, mergedIds } = result;
  return {
    input: withValues(input, result.values),
    merged: [...mergedIds],
    mine: mineValues && applyInput(draft, withValues(input, mineValues)),
    losesTheirs,
  };
}

/** The values of a save on a draft. */
export function applyInput<V extends ArticleValues>(draft: V, { patch, seo, slug }: ArticleInput<V>): V {
  return { ...draft, ...patch, slug: slug ?? draft.slug, seo: { ...draft.seo, ...seo } };
}

function savedValues<V extends ArticleValues>(
  { patch, seo, slug }: ArticleInput<V>,
  base: ArticleMerge<V>['base'],
  draft: V,
): SavedValue[] {
  const values: SavedValue[] = [];
  const add = (id: string, before: unknown, sides: { mine: unknown; theirs: unknown }) => {
    if (before === undefined) throw invalidBase(id, 'it is missing');
    const isRichtext = id === 'body';
    values.push({ id, field: id, isRichtext, base: before, ...sides, sent: (value) => value ?? null });
  };
  for (const [key, mine] of Object.entries(patch)) {
    if (derivedKeys.includes(key)) continue;
    const name = key === 'shelf' ? 'section' : key;
    const isUntitled = key === 'title' && base.errors.some(isMissingTitle);
    const before = isUntitled ? '' : base.patch[key as keyof typeof patch];
    add(name, before, { mine, theirs: draft[key as keyof V] });
  }
  for (const [key, mine] of Object.entries(seo)) {
    const name = key as keyof SeoValues;
    add(`seo.${key}`, base.seo[name], { mine, theirs: draft.seo[name] });
  }
  if (typeof slug === 'string')
    add('slug', base.slug === null ? '' : base.slug, { mine: slug, theirs: draft.slug });
  return values;
}

function withValues<V extends ArticleValues>(
  input: ArticleInput<V>,
  values: MergedSave['values'],
): ArticleInput<V> {
  const valueOf = (id: string, sent: unknown) => (values.has(id) ? values.get(id) : sent);
  const patch = Object.entries(input.patch).map(
    ([key, value]) => [key, valueOf(key === 'shelf' ? 'section' : key, value)] as const,
  );
  const seo = Object.entries(input.seo).map(([key, value]) => [key, valueOf(`seo.${key}`, value)] as const);
  const body = values.has('body')
    ? bodyValues((values.get('body') as RichtextDocument | null) ?? emptyDocument)
    : {};
  return {
    ...input,
    patch: { ...Object.fromEntries(patch), ...body },
    seo: Object.fromEntries(seo) as ArticleInput<V>['seo'],
    slug: valueOf('slug', input.slug) as ArticleInput<V>['slug'],
  };
}
