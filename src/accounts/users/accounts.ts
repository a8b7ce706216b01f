import { newId } from '../../contract/ids.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import { isDuplicateKey, type SystemDb } from '../../core/mongo/index.ts';
import { markedHash } from './password/password.ts';
import { changeUser, findUser, findUserByEmail, insertUser } from './repository.ts';
import type { User, UserRecord } from './schema.ts';
import { deleteSessions } from './session-repository.ts';

const emailForm = /^[^\s@]{1,64}@[^\s@]+\.[^\s@]{2,}$|^[^\s@]{1,64}@localhost$/;

/** An e-mail in the one form in which it is stored and found. @throws invalid_field_value */
export function emailOf(text: string): string {
  const email = emailKeyOf(text);
  if (emailForm.test(email)) return email;
  const why = 'it is no e-mail address';
  throw apiError('invalid_field_value', { name: 'email', why }, { param: 'email' });
}

/** The same for what a person typed to sign in: what is no address belongs to no account. */
export function emailKeyOf(text: string): string {
  return text.trim().toLowerCase();
}

export interface NewAccount {
  /** As `emailOf` answers it. */
  email: string;
  name?: string | undefined;
  /** Made by `hashPassword`; null for an account that a link opens first. */
  hash: string | null;
}

/** Stores a new account; to be called inside the transaction of whatever it is made for. @throws email_taken */
export async function createAccount(
  system: SystemDb,
  { email, name, hash }: NewAccount,
  now: Date,
): Promise<UserRecord> {
  if ((await findUserByEmail(system, email)) !== null) throw taken();
  const record: UserRecord = {
    _id: newId('user', now),
    email,
    name: name?.trim() || (email.split('@')[0] ?? email),
    password: hash,
    created_at: now,
  };
  try {
    await insertUser(system, record);
  } catch (error) {
    throw isDuplicateKey(error) ? taken() : error; // two at once
  }
  return record;
}

/**
 * Gives an account another password: all its sessions end, and every browser is a stranger again. A second factor stays.
 * To be called inside a transaction.
 * @param reset - by whose link; absent for the person's own doing.
 */
export async function storePassword(
  system: SystemDb,
  userId: string,
  { hash, reset = null }: { hash: string; reset?: UserRecord['reset'] },
): Promise<void> {
  const user = await findUser(system, userId);
  const password = markedHash(hash, user?.totp !== undefined);
  await changeUser(system, userId, { password, reset }, { forgetsBrowsers: true });
  await deleteSessions(system, userId);
}

export function serializeUser({ _id, email, name, forgotten_at }: UserRecord): User {
  return { id: _id, email: forgotten_at === undefined ? email : '', name };
}

function taken(): Error {
  return apiError('email_taken', {}, { param: 'email' });
}
