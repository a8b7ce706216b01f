import { hashOfToken, randomBase62 } from '../../../core/util/index.ts';
import { systemCollection, type SystemDb } from '../../../core/mongo/index.ts';
import { sessionOptions, unscopedRows } from '../../../core/mongo/scope/unscoped.ts';
import { hasUsers } from '../../users/repository.ts';

interface SetUpRow {
  _id: 'set_up';
  /** SHA-256 of the newest tokens: several processes may start together, and each prints one. */
  hashes?: string[];
  /** The one token of an older version. */
  hash?: string;
}

/** Tokens that are good at once. */
const tokensMax = 5;

export const setUpRows = systemCollection<SetUpRow>('set_up', []);

/**
 * Makes a one-time token of an installation without an owner, to be printed in the log. The five newest are good
 * until one is used.
 * @returns null when the installation has people already.
 */
export async function newSetUpToken(system: SystemDb): Promise<string | null> {
  if (await hasUsers(system)) return null;
  const token = randomBase62(24);
  await unscopedRows(system, setUpRows).updateOne(
    { _id: 'set_up' },
    { $push: { hashes: { $each: [hashOfToken(token)], $slice: -tokensMax } } },
    { upsert: true },
  );
  return token;
}

export async function isSetUpToken(system: SystemDb, token: string): Promise<boolean> {
  return (await unscopedRows(system, setUpRows).findOne(rowOf(token))) !== null;
}

/** Takes all tokens away, inside a transaction; answers whether this was one of them. Two at once meet in the row. */
export async function takeSetUpToken(system: SystemDb, token: string): Promise<boolean> {
  return (
    (await unscopedRows(system, setUpRows).findOneAndDelete(rowOf(token), sessionOptions(system))) !== null
  );
}

function rowOf(token: string) {
  const hash = hashOfToken(token);
  return { _id: 'set_up' as const, $or: [{ hashes: hash }, { hash }] };
}
