import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { AccountContext } from '../../core/http/index.ts';
import type { SystemDb } from '../../core/mongo/index.ts';
import { findUser } from '../users/repository.ts';
import type { UserRecord } from '../users/schema.ts';
import { algorithms, type ChallengeUse, rejectedPasskey, rpIdOf, takePasskeyChallenge } from './options.ts';
import { findByCredential, storeUse } from './repository.ts';
import type { NewCredential, PasskeyRecord, UsedCredential } from './schema.ts';

/** A new credential that passed every check. */
export type CheckedCredential = Pick<
  PasskeyRecord,
  'credential_id' | 'public_key' | 'counter' | 'rp_id' | 'transports' | 'is_backup_eligible' | 'is_synced'
>;

const transportNames = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

/** A passkey that proved its account; `recordUse` has to store the use. */
export interface PasskeyUse {
  passkey: PasskeyRecord;
  user: UserRecord;
  counter: number;
  isSynced: boolean;
}

/**
 * Checks a new credential and uses up its challenge (specification: passkeys).
 * @throws passkey_rejected
 */
export async function verifyNewCredential(
  context: AccountContext,
  response: NewCredential,
  use: ChallengeUse,
): Promise<{ credential: CheckedCredential; handle?: string }> {
  const { challenge, isOwn } = readClientData(context, response.response.clientDataJSON);
  const { handle } = await takePasskeyChallenge(context, challenge, use);
  if (!isOwn) throw rejectedPasskey();
  const rpId = rpIdOf(context);
  const info = await orReject(async () => {
    const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
    await checkAttestation(response.response.attestationObject);
    const { registrationInfo } = await verifyRegistrationResponse({
      response: response as unknown as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: originOf(context),
      expectedRPID: rpId,
      supportedAlgorithmIDs: algorithms,
    });
    return registrationInfo;
  });
  if (info === undefined || info.credential.id !== response.id) throw rejectedPasskey();
  const { credential, credentialDeviceType, credentialBackedUp } = info;
  return {
    credential: {
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      rp_id: rpId,
      transports: transportNames.filter((name) => response.response.transports?.includes(name)),
      is_backup_eligible: credentialDeviceType === 'multiDevice',
      is_synced: credentialBackedUp,
    },
    ...(handle === undefined ? {} : { handle }),
  };
}

/**
 * Checks the use of a stored passkey and uses up its challenge.
 * @param use - with `userId`, only a passkey of this account is accepted.
 * @throws passkey_rejected
 */
export async function verifyUsedCredential(
  context: AccountContext,
  response: UsedCredential,
  use: ChallengeUse & { userId?: string },
): Promise<PasskeyUse> {
  const { challenge, isOwn } = readClientData(context, response.response.clientDataJSON);
  await takePasskeyChallenge(context, challenge, use);
  if (!isOwn) throw rejectedPasskey();
  const rpId = rpIdOf(context);
  const passkey = await findByCredential(context.system, response.id, rpId);
  const user = passkey === null ? null : await findUser(context.system, passkey.user_id);
  if (passkey === null || user === null || (use.userId ?? user._id) !== user._id) throw rejectedPasskey();
  const { userHandle } = response.response;
  if (userHandle != null && userHandle !== user.handle) throw rejectedPasskey();
  const { verified, authenticationInfo } = await orReject(async () => {
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
    return verifyAuthenticationResponse({
      response: response as unknown as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: originOf(context),
      expectedRPID: rpId,
      // With 0 the library leaves the counter to recordUse, which compares it atomically.
      credential: { id: passkey.credential_id, publicKey: keyOf(passkey), counter: 0 },
    });
  });
  const isEligible = authenticationInfo.credentialDeviceType === 'multiDevice';
  if (!verified || isEligible !== passkey.is_backup_eligible) throw rejectedPasskey();
  const { newCounter: counter, credentialBackedUp: isSynced } = authenticationInfo;
  return { passkey, user, counter, isSynced };
}

/** Stores the use of a passkey; runs inside a transaction. @throws passkey_rejected if its counter didn't advance */
export async function recordUse(
  system: SystemDb,
  { passkey, counter, isSynced }: PasskeyUse,
  at: Date,
): Promise<void> {
  if (await storeUse(system, passkey._id, { counter, isSynced, at })) return;
  const error = rejectedPasskey();
  error.warning = `The counter of passkey ${passkey._id} did not advance. It may have been copied.`;
  throw error;
}

/**
 * Returns the challenge of a response, and whether a page of this origin used it. The library accepts
 * `crossOrigin` without `topOrigin`, so both are checked here.
 */
function readClientData(context: AccountContext, encoded: string): { challenge: string; isOwn: boolean } {
  try {
    const data = JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8')) as Record<string, unknown>;
    const { challenge, crossOrigin, topOrigin, origin } = data;
    const isOwn = origin === originOf(context) && crossOrigin !== true && topOrigin === undefined;
    if (typeof challenge === 'string') return { challenge, isOwn };
  } catch {
    // Malformed data is rejected like a wrong origin.
  }
  throw rejectedPasskey();
}

/** Other formats than `none` contain certificates with URLs, which nothing may read. */
async function checkAttestation(attestationObject: string): Promise<void> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
  if (attestation.get('fmt') !== 'none' || attestation.get('attStmt').size !== 0) throw rejectedPasskey();
}

/** The library throws an error of its own for each failed check; callers get one error for all. */
async function orReject<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch {
    throw rejectedPasskey();
  }
}

function keyOf({ public_key: key }: PasskeyRecord): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(key, 'base64url'));
}

function originOf({ baseUrl }: AccountContext): string {
  return new URL(baseUrl).origin;
}
