import {
  type Acting,
  type ActingOutside,
  transactSystem,
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
import { dropSecondFactor } from '../users/second-factor-repository.ts';
import { endMembership } from '../users/membership.ts';
import { deleteSessions as endSessions } from '../users/session-repository.ts';
import { storePassword } from '../users/accounts.ts';
import { auditedAccount } from './audited.ts';
import { endLinksTo } from './links/link-repository.ts';
import type { LinkKind, MadeLink } from './links/link-schema.ts';
import { madeLink, makeLink } from './links/links.ts';

/** The name that stands where a person was forgotten. */
const formerName = 'Former member';

/** Gives an account another password. Its sessions, known browsers and links end; as all here it is done whole, or not at all. */
export function setPassword(
  system: SystemDb,
  user: UserRecord,
  { hash, by }: { hash: string; by: ActingOutside },
): Promise<void> {
  return transactSystem(system, by, async (tx) => {
    await storePassword(tx.system, user._id, { hash });
    await endLinksTo(tx.system, user._id);
    return tx.stored(auditedAccount('account.password_changed', user));
  });
}

/** Ends every session of a person, and makes every browser a stranger. Answers how many sessions there were. */
export function endEverySession(system: SystemDb, user: UserRecord, by: ActingOutside): Promise<number> {
  return transactSystem(system, by, async (tx) => {
    await changeUser(tx.system, user._id, {}, { forgetsBrowsers: true });
    const ended = await endSessions(tx.system, user._id);
    return tx.stored(auditedAccount('account.sessions_ended', user), ended);
  });
}

/** Closes an account from its next request on: sessions and links end, and it accepts no sign-in. */
export function disable(system: SystemDb, user: UserRecord, by: ActingOutside): Promise<void> {
  return transactSystem(system, by, async (tx) => {
    await changeUser(tx.system, user._id, { disabled_at: by.now }, { forgetsBrowsers: true });
    await endSessions(tx.system, user._id);
    await endLinksTo(tx.system, user._id);
    return tx.stored(auditedAccount('account.disabled', user));
  });
}

export function enable(system: SystemDb, user: UserRecord, by: ActingOutside): Promise<void> {
  return transactSystem(system, by, async (tx) => {
    await changeUser(tx.system, user._id, { disabled_at: null });
    return tx.stored(auditedAccount('account.enabled', user));
  });
}

/** @throws email_taken */
export async function changeEmail(
  system: SystemDb,
  user: UserRecord,
  { email, by }: { email: string; by: ActingOutside },
): Promise<void> {
  try {
    await transactSystem(system, by, async (tx) => {
      await changeUser(tx.system, user._id, { email });
      await endLinksTo(tx.system, user._id);
      return tx.stored(auditedAccount('account.email_changed', user));
    });
  } catch (error) {
    throw isDuplicateKey(error) ? apiError('email_taken', {}, { param: '--to' }) : error;
  }
}

/** Makes a link by which a person signs in or sets a password; former links to the account end. */
export function linkForAccount(
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
  return transactSystem(system, { now, actor }, async (tx) => {
    await endLinksTo(tx.system, user._id);
    const linkInput = { kind, by: null, user_id: user._id };
    const link = await makeLink({ system: tx.system, now, baseUrl }, linkInput);
    const audit = {
      ...auditedAccount('account.link_created', user),
      detail: { kind, link: link.record._id },
    };
    return tx.stored(audit, madeLink(link));
  });
}

/**
 * Ends the memberships, empties the account and takes the person's name from where it stands; what they wrote stays, by
 * their id. May be run again when it was cut short. @throws last_owner at a project that would be left without one
 */
export async function erasePerson(
  system: SystemDb,
  user: UserRecord,
  { erasers, ...by }: Acting & { erasers: readonly PersonEraser[] },
): Promise<void> {
  const { _id } = user;
  for (const { projectId } of await findMemberships(system, _id)) {
    await writeProject(writerOf(system.project(projectId), by), async (tx) => {
      await endMembership(tx.db, _id);
      return tx.stored({ action: 'member.removed', subject: { kind: 'member', id: _id } });
    });
  }
  for (const erase of erasers) await erase(system, { id: _id, newName: formerName });
  await transactSystem(system, by, async ({ system: tx, stored }) => {
    const nobody = { email: `forgotten:${_id}`, name: formerName, password: null, reset: null };
    await dropSecondFactor(tx, _id);
    await changeUser(tx, _id, { ...nobody, forgotten_at: by.now }, { forgetsBrowsers: true });
    await endSessions(tx, _id);
    await endLinksTo(tx, _id);
    return stored(auditedAccount('account.forgotten', user));
  });
}
