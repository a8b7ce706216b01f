import { limits } from '../../../contract/limits.ts';
import { apiError } from '../../../contract/errors/api-error.ts';
import type { TypeRecord } from '../../types/schema.ts';
import type { EntryRecord, EntryValues } from '../store/schema.ts';
import { countEntries } from '../store/repository.ts';
import { findDraftIds, findDrafts, type ListedDraft } from '../store/queries/draft-repository.ts';
import type { ReleaseContext } from '../../../core/context/index.ts';
import type { WhereFilter } from '../../../core/http/index.ts';
import { eachWord, type Within } from '../../../core/mongo/index.ts';
import { inTab, isHidden, publishedState } from '../../../lifecycle/index.ts';
import type { EditorList, EditorListQuery, EditorNarrowing, EditorRow } from './editor-schema.ts';
import { fittingWithTargets } from './editor-targets.ts';
import { slowestOf } from '../list/filter-order.ts';
import { planFilters } from '../list/filters.ts';
import { titleOf } from './label.ts';
import { readIds } from '../list/asked-ids.ts';
import { boundedBy } from '../list/listing.ts';
import { draftOrder } from '../list/order.ts';
import { loadCollection, tooLarge } from '../read/reading.ts';

type Condition = Within<EntryRecord>;

/**
 * A page of a type's entries in any state, by their drafts, as far as the answer has room: newest first unless `sort`
 * says otherwise.
 * @throws unknown_content_type, not_a_collection, and the codes of filtering and paging
 */
export async function listDrafts(
  context: ReleaseContext,
  slug: string,
  { query, where }: { query: EditorListQuery; where: readonly WhereFilter[] },
): Promise<EditorList> {
  const type = await loadCollection(context, slug);
  const page = planPage(context, type, query, where);
  const asked = {
    filter: { $and: [...page.conditions, ...page.after] },
    order: draftOrder(type, query.sort),
    skip: query.offset ?? 0,
    limit: page.limit + 1,
    without: type.fields
      .filter((field) => field.type === 'richtext' || field.type === 'blocks')
      .map(({ key }) => key),
  };
  const read = async () => ({
    ...(await boundedBy(page.expensive, () =>
      findDrafts(context.db, asked, context.newResponseSpace().openReadQuota()),
    )),
    counted: query.count === true ? await boundedBy('count', () => countAll(context, page.conditions)) : {},
  });
  const {
    found: entries,
    isWhole,
    counted,
  } = await (page.isExpensive ? context.withConcurrencyLimit(read) : read());
  const rows = entries.slice(0, page.limit).map((entry) => rowOf(type, entry, context.now));
  const { data, targets } = await fittingWithTargets(context, type, rows);
  const shown = entries.slice(0, data.length);
  const isCut = !isWhole || data.length < rows.length;
  if (query.ids !== undefined && isCut) throw tooLarge(context, 'ids');
  const hasMore = isCut || entries.length > page.limit;
  const last = shown.at(-1);
  const isByCursor = hasMore && page.byCursor && last !== undefined;
  return {
    data,
    targets,
    meta: {
      type: slug,
      release: context.release,
      limit: page.limit,
      has_more: hasMore,
      next_cursor: isByCursor ? context.cursors.encode(page.list, [last.created_at, last.id]) : null,
      next_offset: hasMore && !page.byCursor ? (query.offset ?? 0) + data.length : null,
      ...counted,
    },
  };
}

/**
 * The ids of all entries that such a list would show, newest first, `most` of them.
 * @throws unknown_content_type, not_a_collection, and the codes of filtering
 */
export async function listDraftIds(
  context: ReleaseContext,
  slug: string,
  { query, where, most }: { query: EditorNarrowing; where: readonly WhereFilter[]; most: number },
): Promise<string[]> {
  const type = await loadCollection(context, slug);
  const { conditions, expensive } = planPage(context, type, query, where);
  const find = () => findDraftIds(context.db, { $and: [...conditions] }, most);
  return context.withConcurrencyLimit(() => boundedBy(expensive, find));
}

function planPage(
  context: ReleaseContext,
  type: TypeRecord,
  query: EditorListQuery,
  where: readonly WhereFilter[],
) {
  const { status = '', q = '', sort, offset } = query;
  const filters = planFilters(type, where);
  const ids = query.ids === undefined ? null : readIds(query);
  const asked = where.map(({ field, operator, value }) => [field, operator, value]).sort();
  const list = [context.db.projectId, context.db.releaseId, type.slug, 'drafts', status, q, asked];
  const byCursor = sort === undefined && offset === undefined;
  const conditions: Condition[] = [
    { type: type.slug },
    ...(ids === null ? [] : [{ id: { $in: ids } }]),
    ...(query.status === undefined ? [] : [inTab(query.status, context.now)]),
    ...labelled(type, q),
    ...filters.map(({ plain }) => plain('draft')),
  ];
  return {
    conditions,
    after: afterCursor(context, { list, byCursor }, query.cursor),
    limit: ids?.length ?? query.limit ?? limits.page_size_default,
    list,
    byCursor,
    expensive: slowestOf(filters) ?? (q !== '' ? 'q' : sort === undefined ? 'offset' : 'sort'),
    isExpensive: filters.length > 0 || q !== '' || !byCursor || query.count === true,
  };
}

/** Every word of `q` is in the label. */
function labelled({ display_field, subtitle_field }: TypeRecord, q: string): Condition[] {
  const paths = [display_field, subtitle_field].filter((key) => key !== null);
  return eachWord(q, (has, word) => ({
    $or: [{ id: word }, ...paths.map((key) => ({ [`draft.${key}`]: has }))],
  }));
}

function afterCursor(
  { cursors }: ReleaseContext,
  { list, byCursor }: { list: readonly unknown[]; byCursor: boolean },
  cursor: string | undefined,
): Condition[] {
  if (cursor === undefined) return [];
  if (!byCursor) throw apiError('invalid_cursor', {}, { param: 'cursor' });
  const [time, id] = cursors.decode(list, cursor);
  const at = new Date(String(time));
  return [{ created_at: { $lte: at }, $or: [{ created_at: { $lt: at } }, { id: { $lt: String(id) } }] }];
}

async function countAll({ db }: ReleaseContext, conditions: readonly Condition[]) {
  const counted = await countEntries(db, { $and: [...conditions] }, limits.count_cap);
  return { total: Math.min(counted, limits.count_cap), total_is_capped: counted > limits.count_cap };
}

function rowOf(type: TypeRecord, entry: ListedDraft, now: Date): EditorRow {
  const { status, ...state } = publishedState(entry, now);
  if (status === 'archived') throw new Error('entries are never archived');
  const { subtitle_field: key } = type;
  const subtitle = key === null ? undefined : entry.draft[key];
  return {
    id: entry.id,
    type: type.slug,
    title: titleOf(type, entry.draft, ''),
    subtitle: typeof subtitle === 'string' || typeof subtitle === 'number' ? String(subtitle) : null,
    status,
    ...state,
    has_unpublished_changes: isHidden(entry, now) || entry.is_changed,
    draft: shownValues(type, entry.draft),
  };
}

function shownValues(type: TypeRecord, values: EntryValues): EntryValues {
  return Object.fromEntries(
    type.fields.filter(({ key }) => values[key] !== undefined).map(({ key }) => [key, values[key]]),
  );
}
