import { hashOfToken, randomBase62 } from '../../../core/util/index.ts';
import { systemCollection, type SystemDb } from '../../../core/mongo/index.ts';
import { sessionOptions, unscopedRows } from '../../../core/mongo/scope/unscoped.ts';
import { hasUsers } from '../../users/repository.ts';

interface SetUpRow {
  _id: 'set_up';
  /** SHA-256 of the newest tokens; when several processes start together, each prints one. */
  hashes?: string[];
  /** The only token of an older version. */
  hash?: string;
}

const maxTokens = 5;

export const setUpRows = systemCollection<SetUpRow>('set_up', []);

/**
 * Creates a one-time token for an installation without an owner, to be printed in the log. The five newest
 * work until one is used.
 * @returns null if the installation has people already
 */
export async function createSetUpToken(system: SystemDb): Promise<string | null> {
  if (await hasUsers(system)) return null;
  const token = randomBase62(24);
  await unscopedRows(system, setUpRows).updateOne(
    { _id: 'set_up' },
    { $push: { hashes: { $each: [hashOfToken(token)], $slice: -maxTokens } } },
    { upsert: true },
  );
  return token;
}

export async function isSetUpToken(system: SystemDb, token: string): Promise<boolean> {
  return (await unscopedRows(system, setUpRows).findOne(rowOf(token))) !== null;
}

/**
 * Deletes all tokens inside a transaction.
 * @returns whether the given token was valid; of two concurrent uses, one fails
 */
export async function takeSetUpToken(system: SystemDb, token: string): Promise<boolean> {
  return (
    (await unscopedRows(system, setUpRows).findOneAndDelete(rowOf(token), sessionOptions(system))) !== null
  );
}

function rowOf(token: string) {
  const hash = hashOfToken(token);
  return { _id: 'set_up' as const, $or: [{ hashes: hash }, { hash }] };
}
