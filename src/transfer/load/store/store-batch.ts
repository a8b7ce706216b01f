import { ApiError, apiError } from '../../../contract/errors/api-error.ts';
import { slugOf } from '../../../contract/text/slugs.ts';
import type { Creation, LinkSources, ReleaseContext } from '../../../core/context/index.ts';
import type { ExistingTarget } from '../../../contract/fields/links.ts';
import { kindOfId } from '../../../contract/ids.ts';
import { BatchBroken, DueChangePending, writeBatch } from '../../../projects/index.ts';
import type { ContentFile } from '../bundle-index.ts';
import { itemWriters, type TakenValue } from '../item-writers.ts';
import {
  type CurrentItem,
  findCurrent,
  findSourceRows,
  findTermBySlug,
  putSourceRows,
  sourceRowId,
} from '../repository.ts';
import type {
  ItemFailure,
  ItemResult,
  ItemWarning,
  PlannedTarget,
  ResolvedItem,
  SourceRow,
} from '../schema.ts';
import { storeItem } from './store-item.ts';

/** What happened to an item. */
export interface ItemOutcome {
  item: ResolvedItem;
  result: ItemResult;
  /** The id under which the item is stored. */
  id: string;
  failure?: ItemFailure;
  warnings: readonly ItemWarning[];
}

/** How a load writes items. */
export interface BatchOptions {
  source: string;
  overwrites: boolean;
  storesDraftsOnly: boolean;
  /** Creates a context of the release that sees the newest state. */
  newContext: () => Promise<ReleaseContext>;
  /** For a dry run: stores again what earlier, rolled back transactions stored. Runs first in each transaction. */
  replay?: ((member: ReleaseContext) => Promise<void>) | undefined;
  /** For a dry run: the slugs and unique values of earlier transactions. */
  taken?: Set<string>;
}

/** How an item is written. */
type Decision =
  { action: 'create'; item: ResolvedItem } | { action: 'change'; item: ResolvedItem; current: CurrentItem };

/**
 * Stores up to 200 lines of one file. Unchanged lines cost two queries. Changed lines are stored with their rows of the
 * source map in one transaction, so a killed load never stores an item twice.
 */
export async function storeBatch(
  file: ContentFile,
  items: readonly ResolvedItem[],
  options: BatchOptions,
): Promise<ItemOutcome[]> {
  const context = await options.newContext();
  const { outcomes, decisions } = await decide(context, file, items, options);
  if (decisions.length === 0) return outcomes;
  try {
    return [...outcomes, ...(await writeItems(context, file, decisions, options))];
  } catch (error) {
    if (!(error instanceof BatchBroken) && !(error instanceof DueChangePending)) throw error;
  }
  // One of the items can only be stored alone, or not at all.
  for (const decision of decisions) outcomes.push(await writeAlone(file, decision, options));
  return outcomes;
}

async function writeAlone(
  file: ContentFile,
  decision: Decision,
  options: BatchOptions,
): Promise<ItemOutcome> {
  try {
    const [outcome] = await writeItems(await options.newContext(), file, [decision], options);
    if (outcome !== undefined) return outcome;
    throw new Error('a batch without an outcome');
  } catch (error) {
    const cause = error instanceof BatchBroken ? error.cause : error;
    const { item } = decision;
    if (cause instanceof ApiError) return failed(item, failureOf(cause));
    if (!(cause instanceof DueChangePending)) throw error;
    const message = 'A scheduled change of the item is due. Load the bundle again in a minute.';
    return failed(item, { code: 'temporarily_unavailable', message });
  }
}

/** Finds the items to write, and the outcomes of those that need no write. */
async function decide(
  context: ReleaseContext,
  file: ContentFile,
  items: readonly ResolvedItem[],
  { source, overwrites }: BatchOptions,
): Promise<{ outcomes: ItemOutcome[]; decisions: Decision[] }> {
  const rowIds = items.map((item) => rowOf(context, file, item, source)._id);
  const sourceRows = await findSourceRows(context.db, rowIds);
  const ids = items.map(({ id }, i) => sourceRows.get(rowIds[i] ?? '')?.galley_id ?? id);
  const current = await findCurrent(context.db, file, ids);
  const outcomes: ItemOutcome[] = [];
  const decisions: Decision[] = [];
  for (const [i, item] of items.entries()) {
    const row = sourceRows.get(rowIds[i] ?? '');
    const state = current.get(ids[i] ?? '') ?? null;
    if (row === undefined) {
      // This release can contain the item without a row: it was cloned from the release into which the item was loaded.
      const existingId = state === null ? await findExisting(context, file, item) : null;
      if (state !== null) decisions.push({ action: 'change', item, current: state });
      else if (existingId === null) decisions.push({ action: 'create', item });
      else outcomes.push(matchedBySlug(item, existingId));
      continue;
    }
    const loaded = { ...item, id: row.galley_id };
    if (row.hash === item.hash)
      outcomes.push({ item, result: 'unchanged', id: row.galley_id, warnings: item.warnings });
    else if (state === null && overwrites) decisions.push({ action: 'create', item });
    else if (state === null) outcomes.push(failed(loaded, deletedSinceLoad));
    else if (state.revision !== row.revision && !overwrites) outcomes.push(failed(loaded, editedSinceLoad));
    else decisions.push({ action: 'change', item: loaded, current: state });
  }
  return { outcomes, decisions };
}

const editedSinceLoad: ItemFailure = {
  code: 'edited_since_load',
  message:
    'The line changed, and the item was edited in Galley since it was loaded. --overwrite replaces the edit.',
};
const deletedSinceLoad: ItemFailure = {
  code: 'deleted_since_load',
  message:
    'The line changed, and the item was deleted in Galley since it was loaded. --overwrite creates it again.',
};

/** The id of an existing author, category, collection or section with the slug of the line; else null. */
async function findExisting(
  { db }: ReleaseContext,
  file: ContentFile,
  { body }: ResolvedItem,
): Promise<string | null> {
  if (itemWriters[file].isPublishable) return null;
  const name = body['name'] ?? body['title'];
  const slug = body['slug'] ?? (typeof name === 'string' ? slugOf(name, '') : '');
  return typeof slug === 'string' && slug !== '' ? findTermBySlug(db, file, slug) : null;
}

function matchedBySlug(item: ResolvedItem, id: string): ItemOutcome {
  const message = 'The project has an item with this slug already. That item is used and not changed.';
  const warning = { code: 'matched_by_slug', message, param: 'slug' };
  return { item, result: 'unchanged', id, warnings: [...item.warnings, warning] };
}

/** Writes items and their rows of the source map in one transaction. */
function writeItems(
  context: ReleaseContext,
  file: ContentFile,
  decisions: readonly Decision[],
  { source, storesDraftsOnly, replay, taken }: BatchOptions,
): Promise<ItemOutcome[]> {
  return writeBatch(context, async (member) => {
    await replay?.(member);
    const outcomes: ItemOutcome[] = [];
    const sourceRows: SourceRow[] = [];
    for (const decision of decisions) {
      const { item } = decision;
      const current = decision.action === 'change' ? decision.current : null;
      try {
        const itemContext = contextOf(member, item, current);
        const result = await storeItem(itemContext, itemWriters[file], { item, current, storesDraftsOnly });
        rejectTaken(taken, item, result.taken);
        sourceRows.push({
          ...rowOf(member, file, item, source),
          galley_id: result.id,
          revision: result.revision,
        });
        outcomes.push({
          item,
          result: resultOf(current, result.revision),
          id: result.id,
          warnings: [...item.warnings, ...result.warnings],
        });
      } catch (error) {
        if (!(error instanceof ApiError) || error.status >= 500) throw error;
        outcomes.push(failed(item, failureOf(error)));
      }
    }
    await putSourceRows(member.db, sourceRows);
    return outcomes;
  });
}

/** In a dry run: rejects a slug or unique value of an item that an earlier transaction would have stored. @throws the API's error */
function rejectTaken(
  taken: Set<string> | undefined,
  { body }: ResolvedItem,
  values: readonly TakenValue[],
): void {
  if (taken === undefined) return;
  const valueByKey = { ...body, ...(body['values'] as object | undefined) } as Record<string, unknown>;
  const takenValue = values.find(({ key, name }) => valueByKey[key] != null && taken.has(name));
  if (takenValue?.code === 'field_value_taken')
    throw apiError(takenValue.code, { name: takenValue.key }, { param: takenValue.key });
  if (takenValue !== undefined)
    throw apiError(takenValue.code, { slug: String(valueByKey['slug']) }, { param: 'slug' });
  for (const { name } of values) taken.add(name);
}

/** A write that changes nothing doesn't increase the revision. */
function resultOf(current: CurrentItem | null, revision: number): ItemResult {
  if (current === null) return 'created';
  return revision > current.revision ? 'updated' : 'unchanged';
}

/** The context of one item: its id and dates, and links to items that are stored later. */
function contextOf(member: ReleaseContext, item: ResolvedItem, current: CurrentItem | null): ReleaseContext {
  const { id, createdAt, updatedAt } = item;
  const creation: Creation = { id, createdAt, updatedAt };
  return {
    ...member,
    sources: withPlanned(member.sources, item.planned),
    ifMatch: null,
    ...(current === null ? { creation } : {}),
  };
}

/** Link sources that treat items of the bundle as existing, even before they are stored. */
function withPlanned(sources: LinkSources, planned: ReadonlyMap<string, PlannedTarget>): LinkSources {
  type Existing = LinkSources['entries']['existing'];
  const extended =
    (source: { existing: Existing }): Existing =>
    async (context, ids) => {
      const others = ids.filter((id) => !planned.has(id));
      const existing =
        others.length === 0 ? new Map<string, ExistingTarget>() : await source.existing(context, others);
      for (const id of ids) {
        const target = planned.get(id);
        if (target !== undefined) existing.set(id, { live: true, ...target });
      }
      return existing;
    };
  return {
    ...sources,
    images: { ...sources.images, existing: extended(sources.images) },
    entries: { ...sources.entries, existing: extended(sources.entries) },
    links: sources.links.map((source) => ({ ...source, existing: extended(source) })),
  };
}

function rowOf(
  { db, release }: ReleaseContext,
  file: ContentFile,
  { line, id, hash }: ResolvedItem,
  source: string,
): SourceRow {
  const of_release = kindOfId(id) === 'entry' ? release.id : null;
  const key = { source, file, source_id: line.sourceId, of_release };
  return { _id: sourceRowId(db.projectId, key), ...key, galley_id: id, hash, revision: 0 };
}

function failed(item: ResolvedItem, failure: ItemFailure): ItemOutcome {
  return { item, result: 'failed', id: item.id, failure, warnings: [] };
}

export function failureOf({ code, message, hints: { param } }: ApiError): ItemFailure {
  return { code, message, ...(param === undefined ? {} : { param }) };
}
