import { limits } from '../../../contract/limits.ts';
import { loadTypes } from '../../types/lookup.ts';
import type { TypesBySlug } from '../../types/types-by-slug.ts';
import type { EntryValues } from '../store/schema.ts';
import { countReferring, findReferring, type Referring } from '../store/queries/referring-repository.ts';
import { type Leaf, eachFieldValue, linksOf } from '../../fields/walk.ts';
import type { ReleaseContext } from '../../../core/context/index.ts';
import { withoutGrantFilter } from '../../../core/mongo/scope/whole.ts';
import { isHidden, snapshotsByLocale, useIn } from '../../../lifecycle/index.ts';
import { partsOf } from '../store/locales/states.ts';
import { entryUrl, labelKey, titleOf } from '../editor/label.ts';
import type { Referrer } from '../schema.ts';

interface ReferrerQuery {
  target: string;
  limit: number;
  /** The referrer after which the result starts. Undefined means the first one. */
  after?: { id: string; field: string } | undefined;
  /** Whether links of an entry to itself are omitted. */
  withoutSelf?: boolean;
}

interface Referrers {
  referrers: Referrer[];
  /** The entry before which the search stopped because it had read too many bytes; null if it was complete. */
  endedBefore: string | null;
}

/**
 * Returns the first fields that refer to an entry, including drafts, in the order of ids: fields of entries, and articles
 * whose body links to it. Articles only refer to the default release. Entries are read up to the maximum bytes of a
 * response, so the result can contain fewer referrers than `limit`, but at least one.
 */
export async function findReferrers(context: ReleaseContext, query: ReferrerQuery): Promise<Referrers> {
  const { target: id, limit, after } = query;
  const { referrers: inEntries, endedBefore } = await entryReferrers(context, query);
  if (!context.release.default) return { referrers: inEntries, endedBefore };
  const articleQuery = { id, limit, after: after?.id ?? null };
  const others = await Promise.all(
    context.sources.referrers.map((source) => source.find(context, articleQuery)),
  );
  const otherReferrers = others.flat().filter((item) => endedBefore === null || item.id < endedBefore);
  const referrers = [...inEntries, ...otherReferrers].sort((a, b) =>
    a.id < b.id ? -1 : a.id > b.id ? 1 : 0,
  );
  return { referrers: referrers.slice(0, limit), endedBefore };
}

/** Returns the number of referrers that the caller may not see; empty for callers without limits. */
export async function countHidden(context: ReleaseContext, target: string): Promise<{ hidden?: number }> {
  if (context.db.narrowing === null) return {};
  const [all, visibleCount] = await Promise.all(
    [withoutGrantFilter(context), context].map((reader) => countReferrers(reader, target)),
  );
  return { hidden: Math.max(0, (all ?? 0) - (visibleCount ?? 0)) };
}

async function countReferrers(context: ReleaseContext, target: string): Promise<number> {
  const inEntries = await countReferring(context.db, target, limits.count_cap);
  if (!context.release.default) return inEntries;
  const others = await Promise.all(context.sources.referrers.map((source) => source.count(context, target)));
  return others.reduce((sum, count) => sum + count, inEntries);
}

/** Finds referrers in entries. Links in removed fields do not count. */
async function entryReferrers(context: ReleaseContext, query: ReferrerQuery): Promise<Referrers> {
  const { target, limit, after, withoutSelf = false } = query;
  const types = await loadTypes(context);
  const labels = [...new Set([...types.values()].map(labelKey))].filter((key) => key !== null);
  const referrers: Referrer[] = [];
  const { responseBytesMax } = context.bounds;
  let [readBytes, endedBefore] = [0, null as string | null];
  await findReferring(context.db, target, { from: after?.id ?? '', labels }, (entry, bytes) => {
    if (withoutSelf && entry.id === target) return true;
    readBytes += bytes;
    if (readBytes > responseBytesMax && referrers.length > 0) {
      endedBefore = entry.id;
      return false;
    }
    referrers.push(...referrersAfter(after, referrersIn(context, types, { entry, target })));
    return referrers.length < limit;
  });
  return { referrers: referrers.slice(0, limit), endedBefore };
}

function referrersAfter(after: ReferrerQuery['after'], referrers: Referrer[]): Referrer[] {
  if (after === undefined || referrers[0]?.id !== after.id) return referrers;
  return referrers.slice(referrers.findIndex(({ field }) => field === after.field) + 1);
}

function referrersIn(
  context: ReleaseContext,
  types: TypesBySlug,
  { entry, target }: { entry: Referring; target: string },
): Referrer[] {
  const type = types.get(entry.type);
  if (type === undefined) return [];
  const values = isHidden(entry, context.now) ? entry.draft : (entry.live ?? entry.draft);
  const leavesWithLink = (values: EntryValues) =>
    [...eachFieldValue({ fields: type.fields, blocks: types.blocks }, values)].filter((leaf) =>
      linksOf(leaf).some(({ id }) => id === target),
    );
  const shape = { fields: type.fields, blocks: types.blocks };
  const { now, project } = context;
  const snapshots = snapshotsByLocale(project.locales.list, partsOf(shape), { item: entry, now });
  const allLeaves = snapshots.flatMap(({ all }) => all.flatMap(leavesWithLink));
  return type.fields.flatMap((field) => {
    const leaves = allLeaves.filter(({ top }) => top === field.key);
    const use = useIn(snapshots, (each) => leavesWithLink(each).some(({ top }) => top === field.key));
    if (use === null) return [];
    return {
      type: 'entry',
      id: entry.id,
      slug: null,
      title: titleOf(type, values, entry.id),
      field: field.key,
      live: use.isLive,
      url: entryUrl(type.kind, type.slug, entry.id),
      content_type: type.slug,
      ...(use.locales === undefined ? {} : { locales: use.locales }),
      ...(field.type === 'blocks' ? { blocks: blocksWithLink(leaves) } : {}),
    };
  });
}

/** The first blocks that contain a link, each with its field, once for all snapshots. */
function blocksWithLink(leaves: readonly Leaf[]): NonNullable<Referrer['blocks']> {
  const referrers = leaves.flatMap(({ block, field }) =>
    block === null ? [] : [{ id: block.id, block: block.block, field: field.key }],
  );
  const distinctReferrers = new Map(referrers.map((referrer) => [JSON.stringify(referrer), referrer]));
  return [...distinctReferrers.values()].slice(0, limits.referenced_by_in_error);
}
