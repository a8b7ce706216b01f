import { nobody } from '../contract/actor.ts';
import { writerOf } from '../events/service.ts';
import { everything, invalidateByHand } from '../invalidations/service.ts';
import type { ProjectDb } from '../platform/mongo/handle.ts';
import { transact } from '../platform/transact.ts';
import { cdnModeOf, findProject } from '../projects/service.ts';
import { findKey, markRevoked, storeKeyChanges } from './repository.ts';
import type { KeyRecord } from './schema.ts';

/** Renames a key, or gives it other origins. Answers it as it is from then on, or null when there is none. */
export function changeKey(
  db: ProjectDb,
  keyId: string,
  changes: Partial<Pick<KeyRecord, 'name' | 'origins'>>,
  now: Date,
): Promise<KeyRecord | null> {
  return changing(db, keyId, { now, store: (inside) => storeKeyChanges(inside, keyId, changes) });
}

/** Ends a key, if it was not ended before. Answers it as it is from then on, or null when there is none. */
export function revokeKey(db: ProjectDb, keyId: string, now: Date): Promise<KeyRecord | null> {
  return changing(db, keyId, { now, store: (inside) => markRevoked(inside, keyId, now) });
}

interface Change {
  now: Date;
  store: (inside: ProjectDb) => Promise<KeyRecord | null>;
}

/**
 * Changes a key. In CDN mode what shared caches stored goes when it lets fewer in (docs/delivery.md). The project's row, in
 * which its transactions meet, says whether it is on: a switch at the same time is before or after this.
 */
function changing(db: ProjectDb, keyId: string, { now, store }: Change): Promise<KeyRecord | null> {
  return transact(writerOf(db, { now, actor: nobody }), async (inside) => {
    const before = await findKey(inside.db, keyId);
    const after = before === null ? null : await store(inside.db);
    if (before === null || after === null) return inside.unchanged(null);
    if (letsFewerIn(before, after)) await tellCaches(inside.db, now);
    return inside.stored(after);
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
