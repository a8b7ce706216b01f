import { grantOf, grantOfScopes } from '../../contract/access.ts';
import type { StoredActor } from '../../contract/events/actor.ts';
import type { Caller, ProjectContext } from '../../core/context/index.ts';
import { findKey } from '../keys/repository.ts';
import { findActiveMember, findUser } from '../users/repository.ts';

/**
 * Returns a member or key with its rights now, for work that was requested earlier. Null if the member left or the
 * account is disabled, and if the key was revoked or has expired.
 */
export async function findCaller(
  { db, now }: Pick<ProjectContext, 'db' | 'now'>,
  { kind, id }: StoredActor,
): Promise<Caller | null> {
  if (kind === 'user') return findMemberCaller({ db, now }, id);
  return kind === 'key' ? findKeyCaller({ db, now }, id) : null;
}

async function findMemberCaller(
  { db, now }: Pick<ProjectContext, 'db' | 'now'>,
  id: string,
): Promise<Caller | null> {
  const member = await findActiveMember(db, id, { session: null, now });
  if (member === null) return null;
  const user = await findUser(db.system, id);
  const name = user === null ? '' : user.name || user.email;
  const grant = grantOf(member.role, member.grant);
  return { kind: 'user', keyId: id, purpose: 'secret', name, expiresAt: null, address: '', grant };
}

async function findKeyCaller(
  { db, now }: Pick<ProjectContext, 'db' | 'now'>,
  id: string,
): Promise<Caller | null> {
  const key = await findKey(db, id);
  if (key === null || key.revoked_at !== null) return null;
  const { purpose, name, expires_at: expiresAt } = key;
  if (expiresAt !== null && expiresAt <= now) return null;
  const grant = grantOfScopes(key.scopes ?? null);
  return { kind: 'key', keyId: id, purpose, name, expiresAt, address: '', grant };
}
