import {
  type WriteSource,
  type SystemWriteSource,
  writeSystem,
  writerOf,
  writeProject,
} from '../../projects/index.ts';
import type { Actor } from '../../contract/events/actor.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import type { Clock } from '../../core/util/index.ts';
import { type PersonEraser } from '../../core/context/index.ts';
import { isDuplicateKey, type SystemDb } from '../../core/mongo/index.ts';
import type { AccountContext } from '../../core/http/index.ts';
import type { UserRecord } from '../users/schema.ts';
import { changeUser, findMemberships } from '../users/repository.ts';
import { removeSecondFactor } from '../users/second-factor-repository.ts';
import { endMembership } from '../users/membership.ts';
import { deleteSessions as endSessions } from '../users/session-repository.ts';
import { storePassword } from '../users/accounts.ts';
import { deletePasskeys } from '../passkeys/repository.ts';
import { deleteIdentities } from '../sso/identity-repository.ts';
import { auditedAccount } from './audited.ts';
import { endLinksTo } from './links/link-repository.ts';
import type { LinkKind, MadeLink } from './links/link-schema.ts';
import { serializeLink, createLink } from './links/links.ts';

/** The name that replaces the name of an erased person. */
const erasedName = 'Former member';

/** Sets an account's password in one transaction. Its sessions, known browsers and links end. */
export function setPassword(
  system: SystemDb,
  user: UserRecord,
  { hash, by }: { hash: string; by: SystemWriteSource },
): Promise<void> {
  return writeSystem(system, by, async (tx) => {
    await storePassword(tx.system, user._id, { hash });
    await endLinksTo(tx.system, user._id);
    return tx.stored(auditedAccount('account.password_changed', user));
  });
}

/**
 * Ends every session of a person, and all browsers count as unknown again.
 * @returns the number of sessions
 */
export function endAllSessions(system: SystemDb, user: UserRecord, by: SystemWriteSource): Promise<number> {
  return writeSystem(system, by, async (tx) => {
    await changeUser(tx.system, user._id, {}, { resetsBrowsers: true });
    const count = await endSessions(tx.system, user._id);
    return tx.stored(auditedAccount('account.sessions_ended', user), count);
  });
}

/** Closes an account from its next request on: sessions and links end, and sign-ins are rejected. */
export function disableAccount(system: SystemDb, user: UserRecord, by: SystemWriteSource): Promise<void> {
  return writeSystem(system, by, async (tx) => {
    await changeUser(tx.system, user._id, { disabled_at: by.now }, { resetsBrowsers: true });
    await endSessions(tx.system, user._id);
    await endLinksTo(tx.system, user._id);
    return tx.stored(auditedAccount('account.disabled', user));
  });
}

export function enableAccount(system: SystemDb, user: UserRecord, by: SystemWriteSource): Promise<void> {
  return writeSystem(system, by, async (tx) => {
    await changeUser(tx.system, user._id, { disabled_at: null });
    return tx.stored(auditedAccount('account.enabled', user));
  });
}

/** @throws email_taken */
export async function changeEmail(
  system: SystemDb,
  user: UserRecord,
  { email, by }: { email: string; by: SystemWriteSource },
): Promise<void> {
  try {
    await writeSystem(system, by, async (tx) => {
      await changeUser(tx.system, user._id, { email });
      await endLinksTo(tx.system, user._id);
      return tx.stored(auditedAccount('account.email_changed', user));
    });
  } catch (error) {
    throw isDuplicateKey(error) ? apiError('email_taken', {}, { param: '--to' }) : error;
  }
}

/** Creates a link with which a person signs in or sets a password; previous links to the account end. */
export function createAccountLink(
  {
    system,
    clock,
    baseUrl,
    actor,
  }: Pick<AccountContext, 'system' | 'baseUrl'> & { clock: Clock; actor: Actor },
  user: UserRecord,
  kind: Exclude<LinkKind, 'invitation'>,
): Promise<MadeLink> {
  const now = clock.now();
  return writeSystem(system, { now, actor }, async (tx) => {
    await endLinksTo(tx.system, user._id);
    const linkInput = { kind, by: null, user_id: user._id };
    const link = await createLink({ system: tx.system, now, baseUrl }, linkInput);
    const audit = {
      ...auditedAccount('account.link_created', user),
      detail: { kind, link: link.record._id },
    };
    return tx.stored(audit, serializeLink(link));
  });
}

/**
 * Ends the memberships, empties the account and replaces the person's name everywhere. What the person wrote
 * stays, with the person's id. Can run again after an interruption.
 * @throws last_owner if a project would have no owner
 */
export async function erasePerson(
  system: SystemDb,
  user: UserRecord,
  { erasers, ...by }: WriteSource & { erasers: readonly PersonEraser[] },
): Promise<void> {
  const { _id } = user;
  for (const { projectId } of await findMemberships(system, _id)) {
    await writeProject(writerOf(system.project(projectId), by), async (tx) => {
      await endMembership(tx.db, _id);
      return tx.stored({ action: 'member.removed', subject: { kind: 'member', id: _id } });
    });
  }
  for (const erase of erasers) await erase(system, { id: _id, newName: erasedName });
  await writeSystem(system, by, async ({ system: tx, stored }) => {
    const emptyAccount = { email: `forgotten:${_id}`, name: erasedName, password: null, reset: null };
    await removeSecondFactor(tx, _id);
    await deleteIdentities(tx, _id);
    await deletePasskeys(tx, _id);
    await changeUser(tx, _id, { ...emptyAccount, forgotten_at: by.now }, { resetsBrowsers: true });
    await endSessions(tx, _id);
    await endLinksTo(tx, _id);
    return stored(auditedAccount('account.forgotten', user));
  });
}
