import { createHash } from 'node:crypto';
import { randomBase62 } from '../platform/base62.ts';
import { systemCollection } from '../platform/mongo/collection.ts';
import type { SystemDb } from '../platform/mongo/handle.ts';
import { allRows } from '../platform/mongo/unscoped.ts';
import { hasUsers } from '../users/service.ts';

interface SetUpRow {
  _id: 'set_up';
  hash: string;
}

export const setUpRows = systemCollection<SetUpRow>('set_up', []);

/**
 * Makes the one-time token of an installation that nobody owns yet, to be printed in the log; a later start makes a
 * new one, and the old one ends.
 * @returns null when the installation has people already.
 */
export async function newSetUpToken(system: SystemDb): Promise<string | null> {
  if (await hasUsers(system)) return null;
  const token = randomBase62(24);
  await allRows(system, setUpRows).updateOne(
    { _id: 'set_up' },
    { $set: { hash: hashOf(token) } },
    { upsert: true },
  );
  return token;
}

export async function isSetUpToken(system: SystemDb, token: string): Promise<boolean> {
  return (await allRows(system, setUpRows).findOne({ _id: 'set_up', hash: hashOf(token) })) !== null;
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
