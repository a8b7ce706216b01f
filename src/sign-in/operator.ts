import { problem } from '../contract/problem.ts';
import { type Acting, writerOf } from '../events/service.ts';
import { isDuplicateKey } from '../platform/mongo/failures.ts';
import type { SystemDb } from '../platform/mongo/handle.ts';
import { inTransaction } from '../platform/mongo/transaction.ts';
import { transact } from '../platform/transact.ts';
import { removePresenceOf } from '../presence/service.ts';
import { renameDeleter } from '../trash/service.ts';
import type { UserRecord } from '../users/schema.ts';
import {
  changeUser,
  dropSecondFactor,
  endMembership,
  endSessions,
  findMemberships,
  storePassword,
} from '../users/service.ts';
import { renameAuthor } from '../versions/service.ts';
import { endLinksTo } from './link-repository.ts';

/** The name that stands where a person was forgotten. */
const formerName = 'Former member';

/** What operators do to accounts (specification: account-commands); each is done whole, or not at all. */
function together<T>(system: SystemDb, work: (inside: SystemDb) => Promise<T>): Promise<T> {
  return inTransaction(system, { dryRun: false }, (session) => work(system.within(session)));
}

/** Gives an account another password. Its sessions, known browsers and links end. */
export function setPassword(system: SystemDb, { _id }: UserRecord, hash: string): Promise<void> {
  return together(system, async (inside) => {
    await storePassword(inside, _id, { hash });
    await endLinksTo(inside, _id);
  });
}

/** Ends every session of a person, and makes every browser a stranger. Answers how many sessions there were. */
export function endEverySession(system: SystemDb, { _id }: UserRecord): Promise<number> {
  return together(system, async (inside) => {
    await changeUser(inside, _id, {}, { forgetsBrowsers: true });
    return endSessions(inside, _id);
  });
}

/** Closes an account from its next request on: sessions and links end, and it accepts no sign-in. */
export function disable(system: SystemDb, { _id }: UserRecord, now: Date): Promise<void> {
  return together(system, async (inside) => {
    await changeUser(inside, _id, { disabled_at: now }, { forgetsBrowsers: true });
    await endSessions(inside, _id);
    await endLinksTo(inside, _id);
  });
}

export function enable(system: SystemDb, { _id }: UserRecord): Promise<void> {
  return changeUser(system, _id, { disabled_at: null });
}

/** @throws email_taken */
export async function changeEmail(system: SystemDb, { _id }: UserRecord, email: string): Promise<void> {
  try {
    await together(system, async (inside) => {
      await changeUser(inside, _id, { email });
      await endLinksTo(inside, _id);
    });
  } catch (error) {
    throw isDuplicateKey(error) ? problem('email_taken', {}, { param: '--to' }) : error;
  }
}

/**
 * Ends the memberships, empties the account and takes the person's name from where it stands; what they wrote stays, by
 * their id. May be run again when it was cut short. @throws last_owner at a project that would be left without one
 */
export async function forget(system: SystemDb, user: UserRecord, by: Acting): Promise<void> {
  const { _id } = user;
  for (const { projectId } of await findMemberships(system, _id)) {
    await transact(writerOf(system.project(projectId), by), async (inside) => {
      await endMembership(inside.db, _id);
      return inside.stored({ action: 'member.removed', subject: { kind: 'member', id: _id } });
    });
  }
  await removePresenceOf(system, _id);
  await renameAuthor(system, _id, formerName);
  await renameDeleter(system, _id, formerName);
  await together(system, async (inside) => {
    const nobody = { email: `forgotten:${_id}`, name: formerName, password: null, reset: null };
    await dropSecondFactor(inside, _id);
    await changeUser(inside, _id, { ...nobody, forgotten_at: by.now }, { forgetsBrowsers: true });
    await endSessions(inside, _id);
    await endLinksTo(inside, _id);
  });
}
