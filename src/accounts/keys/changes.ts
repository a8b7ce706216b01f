import type { AuditDetail } from '../../contract/events/audit-actions.ts';
import { givesMore, grantOfScopes, type Scopes } from '../../contract/access.ts';
import { isSameJson } from '../../contract/fields/json.ts';
import {
  type WriteSource,
  cdnModeOf,
  everything,
  findProject,
  invalidateManually,
  writerOf,
  writeProject,
} from '../../projects/index.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import { auditedKey } from './audited.ts';
import { storedId } from './lookup/stored-id.ts';
import { findKey, markRevoked, replaceKey } from './repository.ts';
import type { KeyRecord } from './schema.ts';

/** Changes of a key; omitted fields keep their values. `scopes: null` removes all limits. */
export interface KeyChanges extends Partial<Pick<KeyRecord, 'name' | 'origins'>> {
  scopes?: Scopes | null;
}

/**
 * Changes a key's name, origins or scopes.
 * @param by - `mayWiden` runs before the key gains rights, and throws to reject the change.
 * @returns the changed key, or null if it doesn't exist
 */
export function changeKey(
  db: ProjectDb,
  keyId: string,
  changes: KeyChanges,
  by: WriteSource & { mayWiden?: () => Promise<void> },
): Promise<KeyRecord | null> {
  const store = async (tx: ProjectDb, before: KeyRecord) => {
    const after = applyChanges(before, changes);
    if (changedFields(before, after).length === 0) return before;
    if (givesMore(grantOf(after), grantOf(before))) await by.mayWiden?.();
    await replaceKey(tx, before, after);
    return after;
  };
  return updateKey(db, keyId, { by, store, action: 'key.changed' });
}

/** A key with scopes is stored under another id (accounts/keys/lookup/stored-id.ts). */
function applyChanges(before: KeyRecord, { scopes, ...plain }: KeyChanges): KeyRecord {
  if (scopes === undefined) return { ...before, ...plain };
  const { scopes: _scopes, hash: storedHash, ...rest } = before;
  const hash = storedHash ?? before._id; // a key without scopes has the hash as its id
  const _id = storedId(hash, scopes);
  return { ...rest, ...plain, _id, ...(scopes === null ? {} : { scopes, hash }) };
}

function grantOf({ scopes }: KeyRecord) {
  return grantOfScopes(scopes ?? null);
}

/** Revokes a key unless it is revoked already. @returns the key, or null if it doesn't exist */
export function revokeKey(db: ProjectDb, keyId: string, by: WriteSource): Promise<KeyRecord | null> {
  const store = (tx: ProjectDb) => markRevoked(tx, keyId, by.now);
  return updateKey(db, keyId, { by, store, action: 'key.revoked' });
}

interface Change {
  by: WriteSource;
  action: 'key.changed' | 'key.revoked';
  store: (tx: ProjectDb, before: KeyRecord) => Promise<KeyRecord | null>;
}

/**
 * Changes a key. In CDN mode, a change that lets fewer readers in purges shared caches (docs/build/cache-tags.md).
 * The transaction updates the project's row, so turning CDN mode on or off at the same time comes before or
 * after it.
 */
function updateKey(db: ProjectDb, keyId: string, { by, action, store }: Change): Promise<KeyRecord | null> {
  return writeProject(writerOf(db, by), async (tx) => {
    const before = await findKey(tx.db, keyId);
    if (before === null) return tx.unchanged(null);
    if (action === 'key.revoked' && before.revoked_at !== null) return tx.unchanged(before);
    const after = await store(tx.db, before);
    if (after === null || after === before) return tx.unchanged(after);
    if (admitsFewer(before, after)) await purgeCaches(tx.db, by.now);
    const audited = { changed: changedFields(before, after), ...scopesDetail(before, after) };
    return tx.stored({ action, subject: auditedKey(after), ...audited }, after);
  });
}

/** Returns the names of the fields that differ. */
function changedFields(before: KeyRecord, after: KeyRecord): string[] {
  const fields = ['name', 'origins', 'scopes'] as const;
  return fields.filter((field) => !isSameJson(before[field] ?? null, after[field] ?? null));
}

function scopesDetail(before: KeyRecord, after: KeyRecord): { detail?: AuditDetail } {
  const [from, to] = [before.scopes ?? null, after.scopes ?? null];
  return isSameJson(from, to) ? {} : { detail: { scopes: { from, to } } };
}

function admitsFewer(before: KeyRecord, after: KeyRecord): boolean {
  if (before.purpose !== 'publishable' || before.revoked_at !== null) return false;
  const isNarrower = givesMore(grantOf(before), grantOf(after));
  const losesOrigin = !before.origins.every((origin) => after.origins.includes(origin));
  return after.revoked_at !== null || losesOrigin || isNarrower;
}

async function purgeCaches(db: ProjectDb, now: Date): Promise<void> {
  const project = await findProject(db);
  if (project === null || cdnModeOf(project) === null) return;
  await invalidateManually(db, { tags: everything(db.projectId), now });
}
