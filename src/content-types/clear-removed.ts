import { derive, findBatch, replaceEntry } from '../entries/service.ts';
import type { Values } from '../entries/schema.ts';
import type { ReleaseCall } from '../platform/call.ts';
import { readTypesNow } from './lookup.ts';
import { forgetRemoved } from './repository.ts';

/** Entries cleared in one step; each is replaced only when nobody changed it meanwhile. */
const batchSize = 100;

/**
 * Clears the stored values of fields that were removed from a type, then forgets the fields. Readers saw the fields go
 * with the definition; this frees the space and lets the keys come back. Safe to run again after a crash.
 */
export async function clearRemovedFields(call: ReleaseCall, slug: string): Promise<void> {
  let after = '';
  for (;;) {
    const type = (await readTypesNow(call)).get(slug);
    if (type === undefined || type.removed.length === 0) return;
    const keys = type.removed.map(({ key }) => key);
    const batch = await findBatch(call.db, slug, after, batchSize);
    for (const entry of batch) {
      const draft = without(entry.draft, keys);
      const live = entry.live === null ? null : without(entry.live, keys);
      const { uniques: _uniques, ...kept } = entry;
      const cleared = { ...kept, draft, live, ...derive(type.fields, draft, live) };
      if (!(await replaceEntry(call.db, entry, cleared))) return clearRemovedFields(call, slug); // it changed: begin again
      after = entry.id;
    }
    if (batch.length < batchSize) return forgetRemoved(call.db, slug, keys);
  }
}

function without(values: Values, keys: readonly string[]): Values {
  return Object.fromEntries(Object.entries(values).filter(([key]) => !keys.includes(key)));
}
