import { writeSystem } from '../../projects/index.ts';
import { apiError, limitReached } from '../../contract/errors/api-error.ts';
import { newId } from '../../contract/ids.ts';
import { type AccountContext, type RouteResponse, respond } from '../../core/http/index.ts';
import { ensureHandle, lockUser } from '../users/repository.ts';
import { browserName } from '../users/sessions.ts';
import { accountWriter, auditedAccount } from '../sign-in/audited.ts';
import { settleGuess } from '../sign-in/attempts.ts';
import { addProof, findOwnAccount, requireSignedIn } from '../sign-in/session.ts';
import { requireAccepted, requireOtherWayIn } from '../sign-in/sign-in-methods.ts';
import { creationOptions, newHandle } from './options.ts';
import { deletePasskey, insertPasskey, listPasskeys, renamePasskey as storeName } from './repository.ts';
import type { AddPasskey, OnePasskey, Passkey, PasskeyOptions, PasskeyRecord } from './schema.ts';
import { type CheckedCredential, verifyNewCredential } from './verify.ts';

/** Maximum passkeys of one account. */
const maxPasskeys = 10;

/** Options to create a passkey for the signed-in person. @throws limit_reached, sign_in_method_required */
export async function addPasskeyOptions(context: AccountContext): Promise<PasskeyOptions> {
  requireAccepted(context, 'passkey');
  const { sessionId } = requireSignedIn(context);
  const { _id: id, email, name } = await findOwnAccount(context);
  const passkeys = await listPasskeys(context.system, id);
  checkRoom(passkeys);
  const handle = await ensureHandle(context.system, id, newHandle());
  const use = { purpose: 'add_passkey', subject: sessionId } as const;
  return creationOptions(context, use, { email, name, handle, passkeys });
}

/**
 * Adds a passkey to the account of the signed-in person. It counts as a proof of the session.
 * @throws passkey_rejected, limit_reached, sign_in_method_required
 */
export function addPasskey(context: AccountContext, sent: AddPasskey): Promise<RouteResponse<OnePasskey>> {
  return settleGuess(context, async () => {
    requireAccepted(context, 'passkey');
    const person = requireSignedIn(context);
    const use = { purpose: 'add_passkey', subject: person.sessionId } as const;
    const { credential } = await verifyNewCredential(context, sent.response, use);
    const record = newPasskey(context, { userId: person.id, name: sent.name, credential });
    await writeSystem(context.system, accountWriter(context), async (tx) => {
      await lockUser(tx.system, person.id); // counts of two requests at once must include each other
      checkRoom(await listPasskeys(tx.system, person.id));
      await insertPasskey(tx.system, record);
      await addProof(tx.system, person, { proof: 'passkey' });
      return tx.stored(auditedAccount('account.passkey_added', { _id: person.id }));
    });
    return respond({ passkey: serializePasskey(context, record) }, { status: 201 });
  });
}

/** @throws unknown_passkey */
export async function renamePasskey(context: AccountContext, id: string, name: string): Promise<OnePasskey> {
  const person = requireSignedIn(context);
  const passkey = await writeSystem(context.system, accountWriter(context), async (tx) => {
    const renamed = await storeName(tx.system, { id, userId: person.id }, name.trim());
    if (renamed === null) throw unknownPasskey();
    return tx.stored(auditedAccount('account.changed', { _id: person.id }, ['passkeys']), renamed);
  });
  return { passkey: serializePasskey(context, passkey) };
}

/** @throws unknown_passkey, last_way_in */
export async function removePasskey(context: AccountContext, id: string): Promise<RouteResponse<null>> {
  const person = requireSignedIn(context);
  await writeSystem(context.system, accountWriter(context), async (tx) => {
    const user = await lockUser(tx.system, person.id); // two last ways in must not be removed at once
    if (user === null) throw apiError('not_signed_in', {});
    const passkeys = await listPasskeys(tx.system, person.id);
    if (!passkeys.some(({ _id }) => _id === id)) throw unknownPasskey();
    await requireOtherWayIn(tx.system, { user, bounds: context.bounds.signIn }, id);
    await deletePasskey(tx.system, id);
    return tx.stored(auditedAccount('account.passkey_removed', { _id: person.id }));
  });
  return respond(null, { status: 204 });
}

/** A record of a checked credential. The default name is that of the browser. */
export function newPasskey(
  { now, userAgent }: AccountContext,
  { userId, name, credential }: { userId: string; name?: string | undefined; credential: CheckedCredential },
): PasskeyRecord {
  return {
    _id: newId('passkey', now),
    user_id: userId,
    ...credential,
    name: name?.trim() || browserName(userAgent),
    created_at: now,
    last_used_at: null,
  };
}

export function serializePasskey({ bounds }: AccountContext, record: PasskeyRecord): Passkey {
  const { _id: id, name, created_at, last_used_at, is_synced: synced, rp_id } = record;
  return {
    id,
    name,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
    synced,
    usable: rp_id === bounds.signIn.rpId,
  };
}

function checkRoom(passkeys: readonly PasskeyRecord[]): void {
  if (passkeys.length >= maxPasskeys) throw limitReached('passkeys', maxPasskeys);
}

function unknownPasskey(): Error {
  return apiError('unknown_passkey', {}, { param: 'id' });
}
