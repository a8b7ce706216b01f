import { storageKey, storageKeyOf } from '../../../contract/fields/storage-key.ts';
import type { TypeShape } from '../../types/lookup.ts';
import type { TypeRecord } from '../../types/schema.ts';
import type { EntryValues } from '../store/schema.ts';
import { findDrafts, findSelectedDrafts, type ListedDraft } from '../store/queries/draft-repository.ts';
import type { ReleaseContext } from '../../../core/context/index.ts';
import type { WhereFilter } from '../../../core/http/index.ts';
import {
  countOpenThreads,
  inReviewState,
  inTab,
  inTabOfLocale,
  inTranslation,
  isHidden,
  itemReview,
  listedStates,
  type ListedLocale,
  publishedState,
  type SelectedItem,
  type Selection,
} from '../../../lifecycle/index.ts';
import type { EditorList, EditorListQuery, EditorNarrowing, EditorRow } from './editor-schema.ts';
import { editedLocaleOf } from './editor-locales.ts';
import { labelConditions, listedIn } from './listed-locale.ts';
import { fitRowsWithTargets } from './editor-targets.ts';
import type { Condition } from '../list/filter-plan.ts';
import { titleOf } from './label.ts';
import { draftStages } from '../list/order.ts';
import { type ListPlan, planList } from '../list/plan.ts';
import { olderThan } from '../list/positions.ts';
import { countTotal, nextPage, withTimeoutError } from '../list/read.ts';
import { loadCollection, tooLarge } from '../read/reading.ts';

/** Lists the entries of a type in any state, by their drafts, as many as fit into the response. */
export async function listDrafts(
  context: ReleaseContext,
  slug: string,
  { query, where }: { query: EditorListQuery; where: readonly WhereFilter[] },
): Promise<EditorList> {
  const type = await loadCollection(context, slug);
  const plan = planList(context, type, { query, where }, 'draft');
  const read = () => readRows(context, plan, draftConditions(context, plan, query));
  const { items, isWhole, total } = await (plan.isExpensive ? context.withConcurrencyLimit(read) : read());
  const view = listedLocale(context, type);
  const rows = items.slice(0, plan.limit).map((entry) => ({
    ...rowOf(type, view === null ? entry : listedIn(type, entry, view), context.now),
    ...(view === null ? {} : { locale: view.locale.code, states: entryStates(entry, view) }),
  }));
  const { data, targets } = await fitRowsWithTargets(context, type, rows);
  const openThreads = await countOpenThreads(
    context.db,
    data.map(({ id }) => id),
  );
  const isCut = !isWhole || data.length < rows.length;
  if (plan.ids !== null && isCut) throw tooLarge(context, 'ids');
  const hasMore = isCut || items.length > plan.limit;
  return {
    data: data.map((row) => ({
      ...row,
      open_comments: openThreads.get(row.id) ?? 0,
      draft: valuesByKey(type, row.draft),
    })),
    targets,
    meta: {
      type: slug,
      release: context.release,
      limit: plan.limit,
      ...nextPage(context, plan, { hasMore, last: items[data.length - 1], size: data.length }),
      ...total,
    },
  };
}

async function readRows(context: ReleaseContext, plan: ListPlan, conditions: readonly Condition[]) {
  const { type, after, offset, limit } = plan;
  const query = {
    filter: { $and: [...conditions, ...(after === null ? [] : [olderThan(after)])] },
    order: draftStages(plan.order),
    skip: offset,
    limit: limit + 1,
    without: type.fields
      .filter((field) => field.type === 'richtext' || field.type === 'blocks')
      .map(storageKey),
    locales: (listedLocale(context, type)?.list ?? []).slice(1).map(({ id }) => id),
  };
  const page = await withTimeoutError(plan.expensiveParam, () =>
    findDrafts(context.db, query, context.newResponseSpace().openReadQuota()),
  );
  return { ...page, total: await countTotal(context, plan, conditions) };
}

/**
 * The first `max` entries of such a list, newest first; with `ids`, those of them.
 * @throws unknown_content_type, not_a_collection, query_too_expensive, and the codes of filtering
 */
export async function selectDrafts(
  context: ReleaseContext,
  slug: string,
  { query, where }: { query: EditorNarrowing; where: readonly WhereFilter[] },
  { ids, max }: Selection,
): Promise<SelectedItem[]> {
  const type = await loadCollection(context, slug);
  const plan = planList(context, type, { query, where }, 'draft');
  const conditions = draftConditions(context, plan, query);
  const locale = furtherLocale(context, type)?.id ?? null;
  const filter = { $and: ids === null ? conditions : [...conditions, { id: { $in: [...ids] } }] };
  return context.withConcurrencyLimit(() =>
    withTimeoutError(plan.expensiveParam, () => findSelectedDrafts(context.db, filter, { max, locale })),
  );
}

/** The states of a listed entry; entries are never archived. */
function entryStates(entry: ListedDraft, view: ListedLocale): NonNullable<EditorRow['states']> {
  return listedStates(entry, view) as NonNullable<EditorRow['states']>;
}

/** The locale of the list; null if the project has one locale, or the type is not localized. @throws unknown_locale */
function listedLocale(context: ReleaseContext, type: TypeShape): ListedLocale | null {
  const locale = editedLocaleOf(context, type);
  return locale === null ? null : { locale, list: context.project.locales.list, now: context.now };
}

/** The locale of the list; null in the default locale. @throws unknown_locale */
function furtherLocale(context: ReleaseContext, type: TypeShape) {
  const locale = editedLocaleOf(context, type);
  return locale === context.project.locales.list[0] ? null : locale;
}

function draftConditions(
  context: ReleaseContext,
  { type, ids, filters }: ListPlan,
  { status, q = '', review, translation }: EditorNarrowing,
): Condition[] {
  const { now } = context;
  const locale = furtherLocale(context, type);
  return [
    { type: type.slug },
    ...(ids === null ? [] : [{ id: { $in: [...ids] } }]),
    ...(status === undefined
      ? []
      : [locale === null ? inTab(status, now) : inTabOfLocale(status, locale.id, now)]),
    ...(review === undefined ? [] : [inReviewState(review)]),
    ...(translation === undefined
      ? []
      : [inTranslation(translation, { list: context.project.locales.list, now }, locale)]),
    ...labelConditions(type, q, locale),
    ...filters.map(({ plain }) => plain('draft')),
  ];
}

function rowOf(type: TypeRecord, entry: ListedDraft, now: Date): Omit<EditorRow, 'open_comments'> {
  const { status, ...state } = publishedState(entry, now);
  if (status === 'archived') throw new Error('entries are never archived');
  const { subtitle_field: key } = type;
  const subtitle = key === null ? undefined : entry.draft[storageKeyOf(type.fields, key)];
  return {
    id: entry.id,
    type: type.slug,
    title: titleOf(type, entry.draft, ''),
    subtitle: typeof subtitle === 'string' || typeof subtitle === 'number' ? String(subtitle) : null,
    status,
    ...state,
    has_unpublished_changes: isHidden(entry, now) || entry.is_changed,
    review: itemReview(entry),
    draft: entry.draft,
  };
}

function valuesByKey(type: TypeRecord, values: EntryValues): EntryValues {
  return Object.fromEntries(
    type.fields.flatMap((field) => {
      const value = values[storageKey(field)];
      return value === undefined ? [] : [[field.key, value]];
    }),
  );
}
