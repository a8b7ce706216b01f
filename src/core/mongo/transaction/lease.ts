import { setTimeout as pause } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import { type Document, MongoServerError } from 'mongodb';
import type { SystemDb } from '../scope/handle.ts';
import { databaseOf } from '../connection/database.ts';

interface LeaseRow {
  _id: string;
  holder: string;
  /** Grows each time the holder changes, so that writes with an older epoch can be rejected. */
  epoch: number;
  until: Date;
}

/** Milliseconds after which an unrenewed lease of `withLease` expires, and between attempts of others to take it. */
const shortLeaseMs = 30_000;
const retryMs = 150;

const leasesName = 'leases';

/** The rows of leases that were held before and that no process holds now. */
export function freeLeaseRows(names: readonly string[]): { collection: string; filter: () => Document } {
  return {
    collection: leasesName,
    filter: () => ({ _id: { $in: [...names] }, $expr: { $lte: ['$until', '$$NOW'] } }),
  };
}

/** Takes or renews a lease by the database's clock. Returns the epoch, or null while another process holds it. */
export async function takeLease(
  system: SystemDb,
  lease: { name: string; holder: string; forMs: number },
): Promise<number | null> {
  const mayTake = {
    $or: [{ $eq: ['$holder', lease.holder] }, { $lte: [{ $ifNull: ['$until', new Date(0)] }, '$$NOW'] }],
  };
  const until = { $dateAdd: { startDate: '$$NOW', unit: 'millisecond', amount: lease.forMs } };
  const nextEpoch = {
    $cond: [{ $eq: ['$holder', lease.holder] }, '$epoch', { $add: [{ $ifNull: ['$epoch', 0] }, 1] }],
  };
  try {
    const row = await databaseOf(system)
      .collection<LeaseRow>(leasesName)
      .findOneAndUpdate(
        { _id: lease.name },
        [
          {
            $set: {
              epoch: { $cond: [mayTake, nextEpoch, '$epoch'] },
              holder: { $cond: [mayTake, lease.holder, '$holder'] },
              until: { $cond: [mayTake, until, '$until'] },
            },
          },
        ],
        { upsert: true, returnDocument: 'after' },
      );
    return row?.holder === lease.holder ? row.epoch : null;
  } catch (error) {
    if (error instanceof MongoServerError && error.code === 11000) return null; // another process created the lease at the same time
    throw error;
  }
}

/** Returns whether any process holds the lease, by the database's clock. */
export async function isLeaseHeld(system: SystemDb, name: string): Promise<boolean> {
  const filter = { _id: name, $expr: { $gt: ['$until', '$$NOW'] } };
  return (
    (await databaseOf(system).collection<LeaseRow>(leasesName).findOne(filter, { maxTimeMS: 2_000 })) !== null
  );
}

/** Ends a lease early. */
export async function releaseLease(system: SystemDb, name: string, holder: string): Promise<void> {
  await databaseOf(system)
    .collection<LeaseRow>(leasesName)
    .updateOne({ _id: name, holder }, [{ $set: { until: '$$NOW' } }]);
}

/** Runs work while holding a lease, which is renewed until the work ends. */
export async function withLease(system: SystemDb, name: string, work: () => Promise<void>): Promise<void> {
  const holder = randomUUID();
  while ((await takeLease(system, { name, holder, forMs: shortLeaseMs })) === null) {
    await pause(retryMs);
  }
  const renew = () => void takeLease(system, { name, holder, forMs: shortLeaseMs }).catch(() => undefined);
  const timer = setInterval(renew, shortLeaseMs / 3);
  try {
    await work();
  } finally {
    clearInterval(timer);
    await releaseLease(system, name, holder);
  }
}
