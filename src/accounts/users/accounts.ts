import { newId } from '../../contract/ids.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import { isDuplicateKey, type SystemDb } from '../../core/mongo/index.ts';
import { markHash } from './password/password.ts';
import { changeUser, findUser, findUserByEmail, insertUser } from './repository.ts';
import type { User, UserRecord } from './schema.ts';
import { deleteSessions } from './session-repository.ts';

const emailForm = /^[^\s@]{1,64}@[^\s@]+\.[^\s@]{2,}$|^[^\s@]{1,64}@localhost$/;

/** Returns an e-mail address in the form in which it is stored. @throws invalid_field_value */
export function checkEmail(text: string): string {
  const email = normalizeEmail(text);
  if (emailForm.test(email)) return email;
  const why = 'it is not an e-mail address';
  throw apiError('invalid_field_value', { name: 'email', why }, { param: 'email' });
}

/** Normalizes an e-mail address for a lookup, without a check: an invalid address belongs to no account. */
export function normalizeEmail(text: string): string {
  return text.trim().toLowerCase();
}

export interface NewAccount {
  /** As `checkEmail` returns it. */
  email: string;
  name?: string | undefined;
  /** From `hashPassword`; null for an account that is first opened with a link. */
  hash: string | null;
  /** Of an account that is created with a passkey. */
  handle?: string | undefined;
}

/** @throws email_taken */
export async function requireFreeEmail(system: SystemDb, email: string): Promise<void> {
  if ((await findUserByEmail(system, email)) !== null) throw emailTaken();
}

/** Stores a new account; runs inside a transaction. @throws email_taken */
export async function createAccount(
  system: SystemDb,
  { email, name, hash, handle }: NewAccount,
  now: Date,
): Promise<UserRecord> {
  await requireFreeEmail(system, email);
  const record: UserRecord = {
    _id: newId('user', now),
    email,
    name: name?.trim() || (email.split('@')[0] ?? email),
    password: hash,
    created_at: now,
    ...(handle === undefined ? {} : { handle }),
  };
  try {
    await insertUser(system, record);
  } catch (error) {
    throw isDuplicateKey(error) ? emailTaken() : error; // a concurrent request was first
  }
  return record;
}

/**
 * Sets an account's password: all sessions end, and all browsers count as unknown. A second factor stays.
 * Runs inside a transaction.
 * @param reset - whose link set it; absent if the person did.
 */
export async function storePassword(
  system: SystemDb,
  userId: string,
  { hash, reset = null }: { hash: string; reset?: UserRecord['reset'] },
): Promise<void> {
  const user = await findUser(system, userId);
  const password = markHash(hash, user?.totp !== undefined);
  await changeUser(system, userId, { password, reset }, { resetsBrowsers: true });
  await deleteSessions(system, userId);
}

export function serializeUser({ _id, email, name, forgotten_at }: UserRecord): User {
  return { id: _id, email: forgotten_at === undefined ? email : '', name };
}

function emailTaken(): Error {
  return apiError('email_taken', {}, { param: 'email' });
}
