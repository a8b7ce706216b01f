import type { HomeItem } from '../contract/home.ts';
import { loadTypes } from '../content-types/service.ts';
import type { EntryRecord } from '../entries/schema.ts';
import { findComing, findLastEdited } from '../entries/service.ts';
import type { ReleaseCall } from '../platform/call.ts';
import { statusAt } from '../publishing/service.ts';
import { titleOf } from './label.ts';

/** The entries of the release that were changed last. */
export async function recentEntries(call: ReleaseCall, limit: number): Promise<HomeItem[]> {
  return itemsOf(call, await findLastEdited(call.db, limit));
}

/** The entries of the release that appear next. */
export async function comingEntries(call: ReleaseCall, limit: number): Promise<HomeItem[]> {
  return itemsOf(call, await findComing(call.db, call.now, limit));
}

async function itemsOf(call: ReleaseCall, found: readonly EntryRecord[]): Promise<HomeItem[]> {
  const types = await loadTypes(call);
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
