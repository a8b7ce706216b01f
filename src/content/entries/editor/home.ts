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
  return itemsOf(context, (labels) =>
    findUpcoming(context.db, context.now, { limit, labels, locales: furtherIds(context) }),
  );
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
    locales: furtherIds(context),
    ...(slugs === undefined ? {} : { types: slugs }),
  });
  return entries.flatMap((entry) => {
    const item = itemOf(context, types, entry);
    return item === null ? [] : [{ at: entry.at.toISOString(), what: entry.what, item }];
  });
}

async function itemsOf(context: ReleaseContext, query: EntryQuery): Promise<HomeItem[]> {
  const types = await loadTypes(context);
  const entries = await query(labelKeys(types));
  return entries.flatMap((entry) => itemOf(context, types, entry) ?? []);
}

/** Null if the type is being deleted. */
function itemOf({ project, now }: ReleaseContext, types: TypesBySlug, entry: NamedEntry): HomeItem | null {
  const type = types.get(entry.type);
  if (type === undefined) return null;
  const locale = project.locales.list.find(({ id }) => id === entry.locale);
  return {
    kind: 'entry' as const,
    id: entry.id,
    title: titleOf(type, entry.draft, type.kind === 'singleton' ? type.name : ''),
    type: type.slug,
    slug: null,
    ...(locale === undefined ? {} : { locale: locale.code }),
    status: statusAt(entry, now),
    ...dateKeys(entry, now),
    ...(entry.is_changed === undefined ? {} : { has_changes: entry.is_changed }),
    updated_at: entry.updated_at.toISOString(),
  };
}

/** The ids of the further locales, whose dates entries have beside those of the default locale. */
function furtherIds({ project }: ReleaseContext): string[] {
  return project.locales.list.slice(1).map(({ id }) => id);
}
