import type { AccountContext } from '../../../core/http/index.ts';
import { type ChallengeUse, creationOptions, newHandle } from '../../passkeys/options.ts';
import type { NewCredential, PasskeyOptions } from '../../passkeys/schema.ts';
import { type CheckedCredential, verifyNewCredential } from '../../passkeys/verify.ts';
import { checkEmail, requireFreeEmail } from '../../users/accounts.ts';
import { requireAccepted } from '../sign-in-methods.ts';
import { findLink } from './link-repository.ts';
import type { AccessLinkRecord, PasskeyAccount } from './link-schema.ts';
import { invalidLink } from './links.ts';

/**
 * Options to create the passkey of a new account, for the holder of an invitation.
 * @throws sign_in_method_required, invalid_link, invalid_field_value, email_taken
 */
export async function newAccountOptions(
  context: AccountContext,
  sent: PasskeyAccount,
): Promise<PasskeyOptions> {
  requireAccepted(context, 'passkey');
  const link = await findLink(context.system, sent.token, context.now);
  if (link?.kind !== 'invitation') throw invalidLink();
  const email = checkEmail(sent.email);
  await requireFreeEmail(context.system, email);
  const owner = { email, name: sent.name.trim(), handle: newHandle(), passkeys: [] };
  return creationOptions(context, challengeUse(link, email), owner);
}

/** Checks the passkey of a new account. @throws sign_in_method_required, email_taken, passkey_rejected */
export async function checkNewAccountPasskey(
  context: AccountContext,
  link: AccessLinkRecord,
  { email, passkey }: { email: string; passkey: NewCredential },
): Promise<{ credential: CheckedCredential; handle?: string }> {
  requireAccepted(context, 'passkey');
  await requireFreeEmail(context.system, email);
  return verifyNewCredential(context, passkey, challengeUse(link, email));
}

function challengeUse({ _id }: AccessLinkRecord, email: string): ChallengeUse {
  return { purpose: 'new_account', subject: `${_id}/${email}` };
}
