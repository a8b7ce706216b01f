import type { SecretRenewer } from '../../core/context/index.ts';
import { renewSealed, type SystemDb } from '../../core/mongo/index.ts';
import { sessionOptions, unscopedRows } from '../../core/mongo/scope/unscoped.ts';
import { markHash } from './password/password.ts';
import { findUser, users } from './repository.ts';
import type { TotpRecord, UserRecord } from './schema.ts';

/** Encrypts the secrets of authenticator apps again. */
export const renewTotpSecrets: SecretRenewer = async (system, renew) =>
  (await renewSealed(unscopedRows(system, users), 'totp.secret', renew)) +
  (await renewSealed(unscopedRows(system, users), 'totp_offered.secret', renew));

/** Stores the secret of an app that is being added and replaces a previous offer. */
export async function offerTotp(
  system: SystemDb,
  id: string,
  offer: NonNullable<UserRecord['totp_offered']>,
): Promise<void> {
  await unscopedRows(system, users).updateOne({ _id: id }, { $set: { totp_offered: offer } });
}

/** Adds the second factor and stores the password in its marked form; runs inside a transaction. */
export async function addSecondFactor(
  system: SystemDb,
  id: string,
  { totp, recovery, password }: { totp: TotpRecord; recovery: string[]; password: string | null },
): Promise<void> {
  const update = { $set: { totp, recovery, password }, $unset: { totp_offered: true } as const };
  await unscopedRows(system, users).updateOne({ _id: id }, update, sessionOptions(system));
}

/** Removes the second factor with its recovery codes; runs inside a transaction. */
export async function removeSecondFactor(system: SystemDb, id: string): Promise<void> {
  const user = await findUser(system, id);
  const password = markHash(user?.password ?? null, false);
  const update = { $set: { password }, $unset: { totp: true, totp_offered: true, recovery: true } as const };
  await unscopedRows(system, users).updateOne({ _id: id }, update, sessionOptions(system));
}

/** Uses the code of a time step. @returns false if that step or a later one was used before */
export async function useStep(system: SystemDb, id: string, step: number): Promise<boolean> {
  const filter = { _id: id, 'totp.last_step': { $lt: step } };
  const update = { $set: { 'totp.last_step': step, 'totp.wrong': 0 } };
  return (await unscopedRows(system, users).updateOne(filter, update)).matchedCount === 1;
}

/** Uses a recovery code. @returns false if it is unknown or was used before */
export async function useRecoveryCode(system: SystemDb, id: string, hash: string): Promise<boolean> {
  const update = { $pull: { recovery: hash }, $set: { 'totp.wrong': 0 } };
  return (
    (await unscopedRows(system, users).updateOne({ _id: id, recovery: hash }, update)).matchedCount === 1
  );
}

/** Counts a wrong code from an unknown browser. */
export async function countWrongCode(system: SystemDb, id: string): Promise<void> {
  const filter = { _id: id, totp: { $exists: true } };
  await unscopedRows(system, users).updateOne(filter, { $inc: { 'totp.wrong': 1 } });
}
