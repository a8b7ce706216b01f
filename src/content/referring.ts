import { limits } from '../contract/limits.ts';
import { problem } from '../contract/problem.ts';
import { loadTypes, type Types } from '../content-types/service.ts';
import type { EntryRecord, Values } from '../entries/schema.ts';
import { deleteEntry as removeEntry, findReferring } from '../entries/service.ts';
import { kindOf } from '../fields/service.ts';
import type { ReleaseCall } from '../platform/call.ts';
import { checkIfMatch, visibleAt } from '../publishing/service.ts';
import { countEntry } from '../releases/service.ts';
import { entryUrl, titleOf } from './label.ts';
import { loadCollection, loadEntry } from './reading.ts';
import { tell } from './save.ts';
import type { Referrer } from './schema.ts';

interface Page {
  limit?: number;
  cursor?: string;
}

/** Every entry that points at this one, drafts included (contract, section 6). @throws unknown_entry, not_a_collection */
export async function listReferrers(call: ReleaseCall, place: { type: string; entryId: string }, page: Page) {
  const type = await loadCollection(call, place.type);
  await loadEntry(call, type, place.entryId);
  const limit = page.limit ?? limits.page_size_default;
  const list = [call.db.projectId, call.db.releaseId, 'referenced-by', place.entryId];
  const [after] = page.cursor === undefined ? [''] : call.cursors.decode(list, page.cursor);
  const found = await findReferring(call.db, place.entryId, { after: String(after), limit: limit + 1 });
  const shown = found.slice(0, limit);
  const types = await loadTypes(call);
  const last = shown.at(-1);
  const hasMore = found.length > limit;
  return {
    data: shown.flatMap((entry) => referrersIn(call, types, entry, place.entryId)),
    meta: {
      limit,
      has_more: hasMore,
      next_cursor: hasMore && last !== undefined ? call.cursors.encode(list, [last.id]) : null,
      next_offset: null,
    },
  };
}

/** The places in one entry that point at the id, one for each field. */
function referrersIn(call: ReleaseCall, types: Types, entry: EntryRecord, target: string): Referrer[] {
  const type = types.get(entry.type);
  if (type === undefined) return [];
  const pointsThere = (values: Values | null, key: string) => {
    const field = type.fields.find((one) => one.key === key);
    const value = values?.[key];
    if (field === undefined || value === undefined) return false;
    return (kindOf(field).links?.(value, field, key) ?? []).some(({ id }) => id === target);
  };
  return type.fields
    .filter(({ key }) => pointsThere(entry.draft, key) || pointsThere(entry.live, key))
    .map(({ key }) => ({
      type: 'entry',
      id: entry.id,
      slug: null,
      title: titleOf(type, entry.live ?? entry.draft, entry.id),
      field: key,
      live: visibleAt(entry, call.now) !== null,
      url: entryUrl(type.kind, type.slug, entry.id),
      content_type: type.slug,
    }));
}

/**
 * Removes an entry and its draft, for good (spec, "States and transitions"). Its links to itself do not protect it.
 * @throws unknown_entry, entry_referenced with the first 20 places, revision_conflict
 */
export async function deleteEntry(
  call: ReleaseCall,
  place: { type: string; entryId: string },
): Promise<null> {
  await call.transact(async (tx) => {
    const inside = { ...call, db: tx.db };
    const type = await loadCollection(inside, place.type);
    const entry = await loadEntry(inside, type, place.entryId);
    checkIfMatch(call.ifMatch, entry);
    const found = await findReferring(tx.db, entry.id, {
      after: '',
      limit: limits.referenced_by_in_error + 1,
    });
    const types = await loadTypes(inside);
    const places = found
      .filter(({ id }) => id !== entry.id)
      .flatMap((one) => referrersIn(call, types, one, entry.id));
    if (places.length > 0)
      throw problem(
        'entry_referenced',
        {},
        { referenced_by: places.slice(0, limits.referenced_by_in_error) },
      );
    await removeEntry(tx.db, entry.id);
    await countEntry(tx.db, tx.db.releaseId, -1);
    if (entry.live !== null) tx.touch('content');
    tell(tx, call, {
      type,
      entry: { ...entry, revision: entry.revision + 1, updated_at: call.now },
      verb: 'deleted',
    });
  });
  return null;
}
