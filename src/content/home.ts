import type { HomeItem } from '../contract/home.ts';
import { loadTypes } from '../content-types/service.ts';
import { findComing, findLastEdited, type NamedEntry } from '../entries/service.ts';
import type { ReleaseCall } from '../platform/call.ts';
import { statusAt } from '../publishing/service.ts';
import { titleOf } from './label.ts';

type Find = (labels: readonly string[]) => Promise<NamedEntry[]>;

/** The entries of the release that were changed last. */
export function recentEntries(call: ReleaseCall, limit: number): Promise<HomeItem[]> {
  return itemsOf(call, (labels) => findLastEdited(call.db, { limit, labels }));
}

/** The entries of the release that appear next. */
export function comingEntries(call: ReleaseCall, limit: number): Promise<HomeItem[]> {
  return itemsOf(call, (labels) => findComing(call.db, call.now, { limit, labels }));
}

async function itemsOf(call: ReleaseCall, find: Find): Promise<HomeItem[]> {
  const types = await loadTypes(call);
  const labels = new Set([...types.values()].flatMap(({ display_field: key }) => key ?? []));
  const found = await find([...labels]);
  return found.flatMap((entry) => {
    const type = types.get(entry.type);
    if (type === undefined) return [];
    const status = statusAt(entry, call.now);
    return {
      kind: 'entry' as const,
      id: entry.id,
      title: titleOf(type, entry.draft, type.kind === 'singleton' ? type.name : ''),
      type: type.slug,
      slug: null,
      status,
      scheduled_for: status === 'scheduled' ? (entry.live_at?.toISOString() ?? null) : null,
      updated_at: entry.updated_at.toISOString(),
    };
  });
}
