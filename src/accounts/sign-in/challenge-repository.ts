import { systemCollection, type SystemDb } from '../../core/mongo/index.ts';
import { sessionOptions, unscopedRows } from '../../core/mongo/scope/unscoped.ts';

/** Something that was sent to a browser and must come back once: the `state` of a sign-in at an issuer. */
export interface ChallengeRecord {
  /** SHA-256 of what was sent. */
  _id: string;
  /** What it was created for; the owner of the purpose adds fields. */
  purpose: string;
  expires_at: Date;
}

export const challenges = systemCollection<ChallengeRecord>('challenges', [
  { key: { expires_at: 1 }, expireAfterSeconds: 0 },
]);

export async function insertChallenge<R extends ChallengeRecord>(system: SystemDb, record: R): Promise<void> {
  await unscopedRows(system, challenges).insertOne(record, sessionOptions(system));
}

/**
 * Takes a challenge, so that it can't be used again, whatever it was created for.
 * @returns null if it is unknown, was used, or has expired
 */
export async function takeChallenge(
  system: SystemDb,
  hash: string,
  now: Date,
): Promise<ChallengeRecord | null> {
  const record = await unscopedRows(system, challenges).findOneAndDelete({ _id: hash });
  return record === null || record.expires_at <= now ? null : record;
}
