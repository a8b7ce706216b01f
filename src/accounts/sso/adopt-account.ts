import { writeSystem } from '../../projects/index.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import type { AuditEntry } from '../../contract/events/audit-actions.ts';
import type { AccountContext } from '../../core/http/index.ts';
import type { Issuer } from '../../core/util/index.ts';
import { deletePasskeys } from '../passkeys/repository.ts';
import { accountWriter, auditedAccount, personActor } from '../sign-in/audited.ts';
import { endLinksTo } from '../sign-in/links/link-repository.ts';
import { takeInvitation } from '../sign-in/links/use-link.ts';
import { changeUser, lockUser } from '../users/repository.ts';
import type { UserRecord } from '../users/schema.ts';
import { removeSecondFactor } from '../users/second-factor-repository.ts';
import { deleteSessions } from '../users/session-repository.ts';
import { isClosed } from '../users/sessions.ts';
import { deleteIdentities, insertIdentity, listIdentities } from './identity-repository.ts';
import type { IssuerPerson } from './issuer/claims.ts';
import { ssoRejected } from './issuer/exchange.ts';
import { auditedIdentity, newIdentity } from './link-identity.ts';
import type { FlowRecord } from './schema.ts';

/**
 * Links a person to the account with their verified address and removes every other way in, because someone else
 * may have registered the account with an address that they don't own. Memberships stay.
 * @returns the account's id
 * @throws sso_rejected with other_identity, account_disabled, not_invited
 */
export async function adoptAccount(
  context: AccountContext,
  owner: UserRecord,
  { flow, issuer, person }: { flow: FlowRecord; issuer: Issuer; person: IssuerPerson },
): Promise<string> {
  const { _id: userId } = owner;
  return writeSystem(context.system, accountWriter(context, owner), async (tx) => {
    const { system } = tx;
    const user = await lockUser(system, userId);
    if (user === null || isClosed(user)) throw apiError('account_disabled', {});
    if (user.email !== owner.email) throw apiError('not_invited', issuer); // an operator changed it meanwhile
    const identities = await listIdentities(system, userId);
    if (identities.some((identity) => identity.issuer === issuer.url))
      throw ssoRejected(issuer, 'other_identity');
    await removeSecondFactor(system, userId);
    await changeUser(system, userId, { password: null, reset: null }, { resetsBrowsers: true });
    await deleteIdentities(system, userId);
    const passkeyCount = await deletePasskeys(system, userId);
    await deleteSessions(system, userId);
    await endLinksTo(system, userId);
    await insertIdentity(system, newIdentity({ userId, now: context.now }, issuer, person));
    tx.actsAs(personActor(user));
    if (flow.invitation !== undefined) await takeInvitation(tx, flow.invitation, user);
    const entries: AuditEntry[] = [
      auditedIdentity('account.identity_added', userId, issuer.name),
      ...identities.map(({ name }) => auditedIdentity('account.identity_removed', userId, name)),
      ...(user.password === null ? [] : [auditedAccount('account.password_removed', user)]),
      ...(passkeyCount === 0 ? [] : [auditedAccount('account.passkey_removed', user)]),
      ...(user.totp === undefined ? [] : [auditedAccount('account.factor_removed', user)]),
    ];
    return tx.stored(entries, userId);
  });
}
