import type { AccountContext } from '../../core/http/index.ts';
import type { SignInBounds } from '../../core/util/index.ts';
import { serializePasskey } from '../passkeys/own-passkeys.ts';
import { listPasskeys } from '../passkeys/repository.ts';
import { findOwnAccount } from '../sign-in/session.ts';
import { listIdentities } from './identity-repository.ts';
import type { IdentityRecord, OwnSignIn } from './schema.ts';

/** Returns how the signed-in person can sign in. */
export async function readOwnSignIn(context: AccountContext): Promise<OwnSignIn> {
  const { _id, password, totp, recovery } = await findOwnAccount(context);
  const [passkeys, identities] = await Promise.all([
    listPasskeys(context.system, _id),
    listIdentities(context.system, _id),
  ]);
  return {
    password: password !== null,
    authenticator_app: totp === undefined ? null : { recovery_codes_left: recovery?.length ?? 0 },
    passkeys: passkeys.map((passkey) => serializePasskey(context, passkey)),
    identities: identities.map((identity) => serializeIdentity(identity, context.bounds.signIn)),
  };
}

function serializeIdentity(
  record: IdentityRecord,
  { issuers }: SignInBounds,
): OwnSignIn['identities'][number] {
  const { _id: id, issuer: url, name, email, linked_at, last_used_at } = record;
  const issuer = issuers.list.find((each) => each.url === url);
  return {
    id,
    issuer: issuer?.name ?? null,
    label: issuer?.label ?? name,
    email,
    linked_at: linked_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
  };
}
