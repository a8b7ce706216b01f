import { createHash } from 'node:crypto';
import { problem } from '../contract/problem.ts';
import { randomBase62 } from '../platform/base62.ts';
import type { SystemDb } from '../platform/mongo/handle.ts';
import { isPassword } from './password.ts';
import { findSession, findUser, findUserByEmail, insertSession } from './repository.ts';
import type { SessionRecord, UserRecord } from './schema.ts';

/** How long a sign-in lasts, in days. */
export const sessionDays = 14;

/** A person who is signed in. */
export interface SignedIn {
  user: UserRecord;
  session: SessionRecord;
}

/**
 * Signs a person in: a new token each time, so that a token planted before is worth nothing.
 * @throws invalid_credentials, the same for an unknown e-mail and a wrong password.
 */
export async function signIn(
  system: SystemDb,
  given: { email: string; password: string },
  now: Date,
): Promise<SignedIn & { token: string }> {
  const { user } = await checkPassword(system, given);
  return { user, ...(await openSession(system, user, now)) };
}

/** Whose e-mail and password these are. @throws invalid_credentials as for signing in */
export async function checkPassword(
  system: SystemDb,
  given: { email: string; password: string },
): Promise<{ user: UserRecord }> {
  const user = await findUserByEmail(system, given.email.trim().toLowerCase());
  const isRight = await isPassword(given.password, user?.password ?? null);
  if (user === null || !isRight) throw problem('invalid_credentials', {});
  return { user };
}

/** Begins a session for a person whose identity is known. */
export async function openSession(
  system: SystemDb,
  user: UserRecord,
  now: Date,
): Promise<{ session: SessionRecord; token: string }> {
  const token = randomBase62(43);
  const expires_at = new Date(now.getTime() + sessionDays * 24 * 60 * 60 * 1000);
  const session: SessionRecord = {
    _id: hashOf(token),
    user_id: user._id,
    csrf: randomBase62(32),
    created_at: now,
    expires_at,
  };
  await insertSession(system, session);
  return { session, token };
}

/** Who the token of a cookie belongs to; null when it is unknown or over. */
export async function findSignedIn(system: SystemDb, token: string, now: Date): Promise<SignedIn | null> {
  const session = await findSession(system, hashOf(token));
  if (session === null || session.expires_at <= now) return null;
  const user = await findUser(system, session.user_id);
  return user === null ? null : { user, session };
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
