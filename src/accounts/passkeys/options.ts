import { randomBytes } from 'node:crypto';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { type ApiError, apiError } from '../../contract/errors/api-error.ts';
import { minuteMs } from '../../contract/time.ts';
import { hashOfToken } from '../../core/util/index.ts';
import type { AccountContext } from '../../core/http/index.ts';
import { type ChallengeRecord, insertChallenge, takeChallenge } from '../sign-in/challenge-repository.ts';
import type { PasskeyOptions, PasskeyRecord } from './schema.ts';

const challengeMs = 5 * minuteMs;
/** EdDSA, ES256 and RS256. */
export const algorithms = [-8, -7, -257];

/** What a challenge can be used for. The subject is a session, a ticket, or an invitation with an address. */
export interface ChallengeUse {
  purpose: 'sign_in' | 'second_factor' | 'step_up' | 'add_passkey' | 'new_account';
  subject: string;
}

interface PasskeyChallenge extends ChallengeRecord, ChallengeUse {
  purpose: ChallengeUse['purpose'];
  /** The handle of an account that doesn't exist yet. */
  handle?: string;
}

async function newChallenge(
  { system, now }: AccountContext,
  use: ChallengeUse & { handle?: string },
): Promise<string> {
  const challenge = randomBytes(32).toString('base64url');
  const expires_at = new Date(now.getTime() + challengeMs);
  const record: PasskeyChallenge = { _id: hashOfToken(challenge), ...use, expires_at };
  await insertChallenge(system, record);
  return challenge;
}

/** Uses up a challenge. @throws passkey_rejected if it is unknown or was created for another use */
export async function takePasskeyChallenge(
  { system, now }: AccountContext,
  challenge: string,
  { purpose, subject }: ChallengeUse,
): Promise<{ handle?: string }> {
  const record = await takeChallenge(system, hashOfToken(challenge), now);
  const { subject: storedSubject, handle } = (record ?? {}) as Partial<PasskeyChallenge>;
  if (record?.purpose !== purpose || storedSubject !== subject) throw rejectedPasskey();
  return handle === undefined ? {} : { handle };
}

/** Options to use a passkey: one of these, or any passkey of the domain if omitted. */
export async function requestOptions(
  context: AccountContext,
  use: ChallengeUse,
  allowed?: readonly PasskeyRecord[],
): Promise<PasskeyOptions> {
  const options: PublicKeyCredentialRequestOptionsJSON = {
    challenge: await newChallenge(context, use),
    rpId: rpIdOf(context),
    timeout: challengeMs,
    userVerification: 'required',
    ...(allowed === undefined ? {} : { allowCredentials: descriptorsOf(context, allowed) }),
  };
  return { options };
}

interface PasskeyOwner {
  email: string;
  name: string;
  handle: string;
  passkeys: readonly PasskeyRecord[];
}

/** Options to create a passkey for an account. */
export async function creationOptions(
  context: AccountContext,
  use: ChallengeUse,
  { email, name, handle, passkeys }: PasskeyOwner,
): Promise<PasskeyOptions> {
  const isNewAccount = use.purpose === 'new_account';
  const options: PublicKeyCredentialCreationOptionsJSON = {
    challenge: await newChallenge(context, { ...use, ...(isNewAccount ? { handle } : {}) }),
    rp: { name: 'Galley', id: rpIdOf(context) },
    user: { id: handle, name: email, displayName: name },
    pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' })),
    timeout: challengeMs,
    attestation: 'none',
    excludeCredentials: descriptorsOf(context, passkeys),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
  };
  return { options };
}

/** The one error for every failed check of a passkey. */
export function rejectedPasskey(): ApiError {
  return apiError('passkey_rejected', {});
}

/** A new random handle, which identifies an account to authenticators. */
export function newHandle(): string {
  return randomBytes(32).toString('base64url');
}

/** The domain of passkeys. @throws passkey_rejected if the installation has none */
export function rpIdOf({ bounds }: Pick<AccountContext, 'bounds'>): string {
  if (bounds.signIn.rpId === null) throw rejectedPasskey();
  return bounds.signIn.rpId;
}

function descriptorsOf(context: AccountContext, passkeys: readonly PasskeyRecord[]) {
  return passkeys
    .filter(({ rp_id }) => rp_id === rpIdOf(context))
    .map(({ credential_id: id, transports }) => ({
      id,
      type: 'public-key' as const,
      transports,
    }));
}
