import type { Db } from 'mongodb';

/** The driver's own database and client of a service, for tests that look at stored rows or commands, or plant some. */
export { clientOf, databaseOf } from '../../src/core/mongo/connection/database.ts';

/** Turns off the trash for what keys delete, as an owner can. */
export async function makeKeyDeletionsFinal(db: Db, projectId: string): Promise<void> {
  const change = { $set: { 'settings.keep_key_deletions': false } };
  await db.collection<{ _id: string }>('projects').updateOne({ _id: projectId }, change);
}
