import { writeSystem } from '../../projects/index.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import { newId } from '../../contract/ids.ts';
import { type AccountContext, type RouteResponse, respond } from '../../core/http/index.ts';
import { isDuplicateKey, type SystemDb } from '../../core/mongo/index.ts';
import type { SystemWriteSource } from '../../projects/index.ts';
import type { Issuer, SignInBounds } from '../../core/util/index.ts';
import { accountWriter, auditedAccount } from '../sign-in/audited.ts';
import { requireSignedIn } from '../sign-in/session.ts';
import { requireOtherWayIn } from '../sign-in/sign-in-methods.ts';
import { lockUser } from '../users/repository.ts';
import { deleteSessionsByMethod } from '../users/session-repository.ts';
import { deleteIdentity, insertIdentity, listIdentities } from './identity-repository.ts';
import type { IssuerPerson } from './issuer/claims.ts';
import type { IdentityRecord } from './schema.ts';

export function newIdentity(
  { userId, now }: { userId: string; now: Date },
  { name, url: issuer }: Issuer,
  { sub, email }: IssuerPerson,
): IdentityRecord {
  const _id = newId('identity', now);
  return { _id, user_id: userId, issuer, sub, name, email, linked_at: now, last_used_at: now };
}

/** Links a person at an issuer to the signed-in account. @throws identity_taken */
export async function linkIdentity(
  context: AccountContext,
  issuer: Issuer,
  person: IssuerPerson,
): Promise<void> {
  const { id: userId } = requireSignedIn(context);
  try {
    await writeSystem(context.system, accountWriter(context), async (tx) => {
      await insertIdentity(tx.system, newIdentity({ userId, now: context.now }, issuer, person));
      return tx.stored(auditedIdentity('account.identity_added', userId, issuer.name));
    });
  } catch (error) {
    throw isDuplicateKey(error) ? apiError('identity_taken', issuer) : error;
  }
}

/** Unlinks an identity. Sessions that began at its issuer end. @throws unknown_identity, last_way_in */
export async function unlinkOwnIdentity(context: AccountContext, id: string): Promise<RouteResponse<null>> {
  const { id: userId, session } = requireSignedIn(context);
  const { signIn } = context.bounds;
  const identity = await writeSystem(context.system, accountWriter(context), async (tx) => {
    const user = await lockUser(tx.system, userId); // two last ways in must not be removed at once
    const own = (await listIdentities(tx.system, userId)).find(({ _id }) => _id === id);
    if (own === undefined) throw apiError('unknown_identity', {}, { param: 'id' });
    if (user === null) throw apiError('not_signed_in', {});
    await requireOtherWayIn(tx.system, { user, bounds: signIn }, id);
    await removeIdentity(tx.system, own, signIn);
    return tx.stored(auditedIdentity('account.identity_removed', userId, own.name), own);
  });
  const hasEnded = session.method === methodOf(identity, signIn);
  return respond(null, { status: 204, ...(hasEnded ? { session: null } : {}) });
}

/** Unlinks an identity for the operator, also the last way in. */
export function unlinkIdentity(
  system: SystemDb,
  identity: IdentityRecord,
  { signIn, ...by }: SystemWriteSource & { signIn: SignInBounds },
): Promise<void> {
  return writeSystem(system, by, async (tx) => {
    await removeIdentity(tx.system, identity, signIn);
    return tx.stored(auditedIdentity('account.identity_removed', identity.user_id, identity.name));
  });
}

async function removeIdentity(
  system: SystemDb,
  identity: IdentityRecord,
  bounds: SignInBounds,
): Promise<void> {
  await deleteIdentity(system, identity._id);
  await deleteSessionsByMethod(system, identity.user_id, methodOf(identity, bounds));
}

/** The method of sessions that began at the issuer, which may have another name by now. */
function methodOf({ issuer, name }: IdentityRecord, { issuers }: SignInBounds): `sso:${string}` {
  return `sso:${issuers.list.find(({ url }) => url === issuer)?.name ?? name}`;
}

export function auditedIdentity(
  action: 'account.identity_added' | 'account.identity_removed',
  userId: string,
  issuer: string,
) {
  return { ...auditedAccount(action, { _id: userId }), detail: { issuer } };
}
