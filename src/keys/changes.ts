import { type Acting, writerOf } from '../events/service.ts';
import { everything, invalidateByHand } from '../invalidations/service.ts';
import type { ProjectDb } from '../platform/mongo/handle.ts';
import { transact } from '../platform/transact.ts';
import { cdnModeOf, findProject } from '../projects/service.ts';
import { auditedKey } from './audited.ts';
import { findKey, markRevoked, storeKeyChanges } from './repository.ts';
import type { KeyRecord } from './schema.ts';

/** Renames a key, or gives it other origins. Answers it as it is from then on, or null when there is none. */
export function changeKey(
  db: ProjectDb,
  keyId: string,
  changes: Partial<Pick<KeyRecord, 'name' | 'origins'>>,
  by: Acting,
): Promise<KeyRecord | null> {
  const store = (inside: ProjectDb) => storeKeyChanges(inside, keyId, changes);
  return changing(db, keyId, { by, store, action: 'key.changed', changed: Object.keys(changes) });
}

/** Ends a key, if it was not ended before. Answers it as it is from then on, or null when there is none. */
export function revokeKey(db: ProjectDb, keyId: string, by: Acting): Promise<KeyRecord | null> {
  const store = (inside: ProjectDb) => markRevoked(inside, keyId, by.now);
  return changing(db, keyId, { by, store, action: 'key.revoked', changed: [] });
}

interface Change {
  by: Acting;
  action: 'key.changed' | 'key.revoked';
  changed: readonly string[];
  store: (inside: ProjectDb) => Promise<KeyRecord | null>;
}

/**
 * Changes a key. In CDN mode what shared caches stored goes when it lets fewer in (docs/delivery.md). The project's row, in
 * which its transactions meet, says whether it is on: a switch at the same time is before or after this.
 */
function changing(
  db: ProjectDb,
  keyId: string,
  { by, action, changed, store }: Change,
): Promise<KeyRecord | null> {
  return transact(writerOf(db, by), async (inside) => {
    const before = await findKey(inside.db, keyId);
    if (before === null) return inside.unchanged(null);
    if (action === 'key.revoked' && before.revoked_at !== null) return inside.unchanged(before);
    const after = await store(inside.db);
    if (after === null) return inside.unchanged(null);
    if (letsFewerIn(before, after)) await tellCaches(inside.db, by.now);
    return inside.stored({ action, subject: auditedKey(after), changed }, after);
  });
}

function letsFewerIn(before: KeyRecord, after: KeyRecord): boolean {
  if (before.purpose !== 'publishable' || before.revoked_at !== null) return false;
  return after.revoked_at !== null || !before.origins.every((origin) => after.origins.includes(origin));
}

async function tellCaches(db: ProjectDb, now: Date): Promise<void> {
  const project = await findProject(db);
  if (project === null || cdnModeOf(project) === null) return;
  await invalidateByHand(db, { tags: everything(db.projectId), now });
}
