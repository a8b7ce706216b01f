import type { ComingDate, HomeItem } from '../../../contract/home.ts';
import { loadTypes } from '../../types/lookup.ts';
import type { TypesBySlug } from '../../types/types-by-slug.ts';
import {
  findUpcoming,
  findLastEdited,
  findInPeriod,
  type NamedEntry,
} from '../store/queries/draft-repository.ts';
import type { ReleaseContext } from '../../../core/context/index.ts';
import { dateKeys, statusAt, type Period } from '../../../lifecycle/index.ts';
import { labelKeys, titleOf } from './label.ts';

type EntryQuery = (labels: readonly string[]) => Promise<NamedEntry[]>;

/** The entries of the release that were edited last. */
export function recentEntries(context: ReleaseContext, limit: number): Promise<HomeItem[]> {
  return itemsOf(context, (labels) => findLastEdited(context.db, { limit, labels }));
}

/** The next scheduled entries of the release. */
export function comingEntries(context: ReleaseContext, limit: number): Promise<HomeItem[]> {
  return itemsOf(context, (labels) => findUpcoming(context.db, context.now, { limit, labels }));
}

/** The dates of entries within a period, the earliest of each kind first; of some types if `types` names them. */
export async function entriesWithin(
  context: ReleaseContext,
  period: Period,
  { limit, types: slugs }: { limit: number; types: readonly string[] | undefined },
): Promise<ComingDate[]> {
  const types = await loadTypes(context);
  const entries = await findInPeriod(context.db, period, {
    limit,
    labels: labelKeys(types),
    ...(slugs === undefined ? {} : { types: slugs }),
  });
  return entries.flatMap((entry) => {
    const item = itemOf(types, entry, context.now);
    return item === null ? [] : [{ at: entry.at.toISOString(), what: entry.what, item }];
  });
}

async function itemsOf(context: ReleaseContext, query: EntryQuery): Promise<HomeItem[]> {
  const types = await loadTypes(context);
  const entries = await query(labelKeys(types));
  return entries.flatMap((entry) => itemOf(types, entry, context.now) ?? []);
}

/** Null if the type is being deleted. */
function itemOf(types: TypesBySlug, entry: NamedEntry, now: Date): HomeItem | null {
  const type = types.get(entry.type);
  if (type === undefined) return null;
  return {
    kind: 'entry' as const,
    id: entry.id,
    title: titleOf(type, entry.draft, type.kind === 'singleton' ? type.name : ''),
    type: type.slug,
    slug: null,
    status: statusAt(entry, now),
    ...dateKeys(entry, now),
    ...(entry.is_changed === undefined ? {} : { has_changes: entry.is_changed }),
    updated_at: entry.updated_at.toISOString(),
  };
}
