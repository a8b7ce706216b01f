import type { AuditDetail } from '../../contract/events/audit-actions.ts';
import { givesMore, grantOfScopes, type Scopes } from '../../contract/access.ts';
import { isSameJson } from '../../contract/fields/same-json.ts';
import {
  type Acting,
  cdnModeOf,
  everything,
  findProject,
  invalidateByHand,
  writerOf,
  writeProject,
} from '../../projects/index.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import { auditedKey } from './audited.ts';
import { storedId } from './lookup/narrowed-id.ts';
import { findKey, markRevoked, replaceKey } from './repository.ts';
import type { KeyRecord } from './schema.ts';

/** What a key becomes; what is absent stays. `scopes: null` gives it everything of its kind. */
export interface KeyChanges extends Partial<Pick<KeyRecord, 'name' | 'origins'>> {
  scopes?: Scopes | null;
}

/**
 * Renames a key, or gives it other origins or scopes. Answers it as it is from then on, or null when there is none.
 *
 * @param by - `mayWiden` is asked before the key may do more than before; throws what refuses that
 */
export function changeKey(
  db: ProjectDb,
  keyId: string,
  changes: KeyChanges,
  by: Acting & { mayWiden?: () => void },
): Promise<KeyRecord | null> {
  const store = async (tx: ProjectDb, before: KeyRecord) => {
    const after = changed(before, changes);
    if (fieldsOf(before, after).length === 0) return before;
    if (givesMore(grantOf(after), grantOf(before))) by.mayWiden?.();
    await replaceKey(tx, before, after);
    return after;
  };
  return changing(db, keyId, { by, store, action: 'key.changed' });
}

/** The key with other scopes stands under another id (accounts/keys/lookup/narrowed-id.ts). */
function changed(before: KeyRecord, { scopes, ...plain }: KeyChanges): KeyRecord {
  if (scopes === undefined) return { ...before, ...plain };
  const { scopes: _scopes, hash: noted, ...rest } = before;
  const hash = noted ?? before._id; // of a whole key they are the same
  const _id = storedId(hash, scopes);
  return { ...rest, ...plain, _id, ...(scopes === null ? {} : { scopes, hash }) };
}

function grantOf({ scopes }: KeyRecord) {
  return grantOfScopes(scopes ?? null);
}

/** Ends a key, if it was not ended before. Answers it as it is from then on, or null when there is none. */
export function revokeKey(db: ProjectDb, keyId: string, by: Acting): Promise<KeyRecord | null> {
  const store = (tx: ProjectDb) => markRevoked(tx, keyId, by.now);
  return changing(db, keyId, { by, store, action: 'key.revoked' });
}

interface Change {
  by: Acting;
  action: 'key.changed' | 'key.revoked';
  store: (tx: ProjectDb, before: KeyRecord) => Promise<KeyRecord | null>;
}

/**
 * Changes a key. In CDN mode what shared caches stored goes when it lets fewer in (docs/delivery.md). The project's row, in
 * which its transactions meet, says whether it is on: a switch at the same time is before or after this.
 */
function changing(db: ProjectDb, keyId: string, { by, action, store }: Change): Promise<KeyRecord | null> {
  return writeProject(writerOf(db, by), async (tx) => {
    const before = await findKey(tx.db, keyId);
    if (before === null) return tx.unchanged(null);
    if (action === 'key.revoked' && before.revoked_at !== null) return tx.unchanged(before);
    const after = await store(tx.db, before);
    if (after === null || after === before) return tx.unchanged(after);
    if (letsFewerIn(before, after)) await purgeCaches(tx.db, by.now);
    const told = { changed: fieldsOf(before, after), ...detailOf(before, after) };
    return tx.stored({ action, subject: auditedKey(after), ...told }, after);
  });
}

/** What became another of what an owner may change. */
function fieldsOf(before: KeyRecord, after: KeyRecord): string[] {
  const fields = ['name', 'origins', 'scopes'] as const;
  return fields.filter((field) => !isSameJson(before[field] ?? null, after[field] ?? null));
}

function detailOf(before: KeyRecord, after: KeyRecord): { detail?: AuditDetail } {
  const [from, to] = [before.scopes ?? null, after.scopes ?? null];
  return isSameJson(from, to) ? {} : { detail: { scopes: { from, to } } };
}

function letsFewerIn(before: KeyRecord, after: KeyRecord): boolean {
  if (before.purpose !== 'publishable' || before.revoked_at !== null) return false;
  const isNarrower = givesMore(grantOf(before), grantOf(after));
  const losesOrigin = !before.origins.every((origin) => after.origins.includes(origin));
  return after.revoked_at !== null || losesOrigin || isNarrower;
}

async function purgeCaches(db: ProjectDb, now: Date): Promise<void> {
  const project = await findProject(db);
  if (project === null || cdnModeOf(project) === null) return;
  await invalidateByHand(db, { tags: everything(db.projectId), now });
}
