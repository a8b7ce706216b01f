import { newId } from '../contract/ids.ts';
import { problem } from '../contract/problem.ts';
import type { ProjectDb, SystemDb } from '../platform/mongo/handle.ts';
import { hashPassword, newPassword, passwordCharsMin } from './password.ts';
import { changeUser, deleteSessions, findUserByEmail, insertUser, saveMember } from './repository.ts';
import type { Role, User, UserRecord } from './schema.ts';

export {
  changeUser,
  deleteSession as endSession,
  findMember,
  findMemberships,
  findUserByEmail,
  hasUsers,
} from './repository.ts';
export { checkPassword, findSignedIn, openSession, sessionDays, signIn, type SignedIn } from './sessions.ts';

const emailForm = /^[^\s@]{1,64}@[^\s@]+\.[^\s@]{2,}$|^[^\s@]{1,64}@localhost$/;

export interface NewMember {
  email: string;
  role: Role;
  name?: string;
  /** Made and answered once when left out. */
  password?: string;
}

/**
 * Makes a person a member of a project, and the person when the e-mail is new.
 * @returns the password that was made, null when the person had one or it was given.
 * @throws invalid_field_value
 */
export async function addMember(
  db: ProjectDb,
  input: NewMember,
  now: Date,
): Promise<{ user: UserRecord; password: string | null }> {
  const email = input.email.trim().toLowerCase();
  if (!emailForm.test(email)) throw invalid('email', 'it is no e-mail address');
  if (input.password !== undefined) refuseWeak(input.password);
  const known = await findUserByEmail(db.system, email);
  const made = known === null && input.password === undefined ? newPassword() : null;
  const user =
    known ??
    (await createUser(
      db.system,
      { email, name: input.name ?? '', password: input.password ?? made ?? '' },
      now,
    ));
  await saveMember(db, {
    _id: `${db.projectId}/${user._id}`,
    user_id: user._id,
    role: input.role,
    created_at: now,
  });
  return { user, password: made };
}

async function createUser(
  system: SystemDb,
  given: { email: string; name: string; password: string },
  now: Date,
): Promise<UserRecord> {
  const name = given.name.trim() === '' ? (given.email.split('@')[0] ?? given.email) : given.name.trim();
  const password = await hashPassword(given.password);
  const record: UserRecord = { _id: newId('user', now), email: given.email, name, password, created_at: now };
  await insertUser(system, record);
  return record;
}

/** Gives a person another password and ends all their sessions. @throws invalid_field_value */
export async function setPassword(system: SystemDb, userId: string, password: string): Promise<void> {
  refuseWeak(password, 'new_password');
  await changeUser(system, userId, { password: await hashPassword(password) });
  await deleteSessions(system, userId);
}

export function serializeUser({ _id, email, name }: UserRecord): User {
  return { id: _id, email, name };
}

function refuseWeak(password: string, param = 'password'): void {
  if ([...password].length < passwordCharsMin)
    throw invalid(param, `it takes at least ${passwordCharsMin} characters`);
  if (password.length > 1_000) throw invalid(param, 'it takes at most 1,000 characters');
}

function invalid(param: string, why: string) {
  return problem('invalid_field_value', { name: param, why }, { param });
}
