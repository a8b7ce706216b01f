import { latest } from '../../../contract/time.ts';
import type { LocaleRecord, ProjectContext } from '../../../core/context/index.ts';
import {
  draftStates,
  isInLocales,
  itemStateIn,
  type LocalizedItem,
  type LocaleState,
  type LocaleStates,
  type OwnValues,
  serveLocale,
  storedItem,
  withoutReview,
} from '../../../lifecycle/index.ts';
import { fallbackChain, hasDefaultRows } from '../../../projects/index.ts';
import type { ArticleModule } from '../module.ts';
import { articleRecord } from '../store/derive.ts';
import type { ArticleRecord, ArticleValues } from '../store/schema.ts';
import { articleForm, articleParts } from './values.ts';

/**
 * An article in a further locale, in the form of the record. `draft` and `live` are what readers and previews see with
 * `fallback=fields`; the article's document contains the values that were written.
 */
export interface ArticleLocaleRow<V extends ArticleValues> extends ArticleRecord<V> {
  /** The id of the article; `_id` is `<article>/<locale>`. */
  id: string;
  /** The id of the locale. */
  locale: string;
  /** The locale of each live value that is not of this one, by address; absent if there is none. */
  fallbacks?: Readonly<Record<string, string>>;
  draft_fallbacks?: Readonly<Record<string, string>>;
  /** The values without those of other locales, with their words for `q`; absent if they are the same. */
  own?: V;
  own_draft?: V;
  own_words?: Pick<ArticleRecord<V>, 'words' | 'more_words'>;
  /** The fallbacks from which the row was derived. If they change, reads derive it again. */
  basis: string;
  /** When a source of a value starts or ends; absent for never. A read after it derives the values again. */
  valid_until?: Date;
}

/** What the rows of an article depend on. */
export interface RowScope {
  list: readonly LocaleRecord[];
  project: Pick<ProjectContext['project'], 'reviewIntervalDays'>;
  now: Date;
}

/** Whether a change of an article stores its states in all locales, and their rows. */
export function usesLocaleStates(
  record: Pick<ArticleRecord<ArticleValues>, 'last_revision'> | null,
  list: readonly LocaleRecord[],
): boolean {
  return (record !== null && isInLocales(record)) || hasDefaultRows(list);
}

/** The rows of an article in its locales. */
export function articleRowsOf<V extends ArticleValues>(
  module: ArticleModule<V>,
  record: ArticleRecord<V>,
  scope: RowScope,
): ArticleLocaleRow<V>[] {
  if (record.periods === undefined) return [];
  const { list } = scope;
  const item = storedItem(record, articleParts(module), list);
  return list.slice(hasDefaultRows(list) ? 0 : 1).flatMap(({ id }) => {
    const state = item.states.get(id);
    return state === undefined ? [] : [rowIn(module, record, { item, id, state, scope })];
  });
}

/** The number of the stored rows of an article. */
export function articleRowCount<V extends ArticleValues>(
  { periods = [] }: ArticleRecord<V>,
  list: readonly LocaleRecord[],
): number {
  const ids = list.slice(hasDefaultRows(list) ? 0 : 1).map(({ id }) => id);
  return periods.filter(({ locale }) => ids.includes(locale)).length;
}

/** What the values of a row depend on, except for the article. */
export function basisOf(chain: readonly string[]): string {
  return chain.join('>');
}

function rowIn<V extends ArticleValues>(
  module: ArticleModule<V>,
  record: ArticleRecord<V>,
  { item, id, state, scope }: { item: LocalizedItem; id: string; state: LocaleState; scope: RowScope },
): ArticleLocaleRow<V> {
  const { list, now, project } = scope;
  const parts = articleParts(module);
  const chain = fallbackChain(list, id);
  const at = latest(now, state.live_at ?? now);
  const live =
    state.live === null ? null : servedValues(module, item.states, item.shared.live, { chain, now: at });
  const draft = servedValues(module, draftStates(item.states), item.shared.draft, { chain, now });
  const own = itemStateIn(item, id, { parts, now });
  const article = {
    ...own,
    created_at: record.created_at,
    draft: draft?.values ?? own.draft,
    live: live?.values ?? null,
    ...reviewedIn(record, id, list),
  };
  const row = articleRecord({ project }, module, `${record._id}/${id}`, article);
  const { words, more_words } = articleRecord({ project }, module, record._id, own);
  return {
    ...withoutReview(row),
    refs: [],
    live_refs: [],
    ...(record.periods === undefined ? {} : { periods: record.periods }),
    id: record._id,
    locale: id,
    basis: basisOf(chain),
    ...(live === null || own.live === null || isEmpty(live.fallbacks)
      ? {}
      : {
          fallbacks: live.fallbacks,
          own: own.live,
          own_words: { words, ...(more_words === undefined ? {} : { more_words }) },
        }),
    ...(draft === null || isEmpty(draft.fallbacks)
      ? {}
      : { draft_fallbacks: draft.fallbacks, own_draft: own.draft }),
    ...(live?.validUntil == null ? {} : { valid_until: live.validUntil }),
  };
}

/** The last review of an article in a locale; none in modules without reviews. */
export function reviewedIn<V extends ArticleValues>(
  { last_reviewed_at: last, locale_reviews: further = {} }: ArticleRecord<V>,
  id: string,
  list: readonly { id: string }[],
): { last_reviewed_at?: Date | null } {
  if (id === list[0]?.id) return last === undefined ? {} : { last_reviewed_at: last };
  return last === undefined ? {} : { last_reviewed_at: further[id] ?? null };
}

/** The article with its reviews in these further locales alone. */
export function withReviewsIn<V extends ArticleValues>(
  record: ArticleRecord<V>,
  list: readonly { id: string }[],
): ArticleRecord<V> {
  const { locale_reviews: reviews, ...rest } = record;
  if (reviews === undefined) return record;
  const ownReviews = Object.entries(reviews).filter(([id]) => list.some((one) => one.id === id));
  return ownReviews.length === 0 ? rest : { ...rest, locale_reviews: Object.fromEntries(ownReviews) };
}

function isEmpty(record: object): boolean {
  return Object.keys(record).length === 0;
}

/** All values that a locale serves with `fallback=fields`; null if the article is not visible there. */
function servedValues<V extends ArticleValues>(
  module: ArticleModule<V>,
  states: LocaleStates,
  shared: OwnValues | null,
  { chain, now }: { chain: readonly string[]; now: Date },
): { values: V; fallbacks: Readonly<Record<string, string>>; validUntil: Date | null } | null {
  const { parts, addressesOf } = articleForm(module);
  const addresses = addressesOf(shared ?? {});
  const result = serveLocale(states, { chain, mode: 'fields', addresses, now });
  return result === null ? null : { ...result, values: parts.join(shared ?? {}, result.values) };
}
