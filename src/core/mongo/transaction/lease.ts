import { setTimeout as pause } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import { MongoServerError } from 'mongodb';
import type { SystemDb } from '../scope/handle.ts';
import { databaseOf } from '../connection/database.ts';

interface LeaseRow {
  _id: string;
  holder: string;
  /** Grows each time the holder changes: who acts with an older one is too late. */
  epoch: number;
  until: Date;
}

/** How long short work may hold its lease, and how often others ask for it, in milliseconds. */
const shortLeaseMs = 30_000;
const askEveryMs = 150;

/** Takes or renews a lease by the database's own clock. Answers the epoch, or null while another person holds it. */
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
      .collection<LeaseRow>('leases')
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
    if (error instanceof MongoServerError && error.code === 11000) return null; // two first takers met; the other won
    throw error;
  }
}

/** Whether anybody holds a lease now, by the database's clock. */
export async function isLeaseHeld(system: SystemDb, name: string): Promise<boolean> {
  const held = { _id: name, $expr: { $gt: ['$until', '$$NOW'] } };
  return (
    (await databaseOf(system).collection<LeaseRow>('leases').findOne(held, { maxTimeMS: 2_000 })) !== null
  );
}

/** Gives a lease back before its time. */
export async function releaseLease(system: SystemDb, name: string, holder: string): Promise<void> {
  await databaseOf(system)
    .collection<LeaseRow>('leases')
    .updateOne({ _id: name, holder }, [{ $set: { until: '$$NOW' } }]);
}

/** Runs work while no other process does the same; the lease is renewed for as long as it takes. */
export async function withLease(system: SystemDb, name: string, work: () => Promise<void>): Promise<void> {
  const holder = randomUUID();
  while ((await takeLease(system, { name, holder, forMs: shortLeaseMs })) === null) {
    await pause(askEveryMs);
  }
  const renew = () => void takeLease(system, { name, holder, forMs: shortLeaseMs }).catch(() => undefined);
  const renewing = setInterval(renew, shortLeaseMs / 3);
  try {
    await work();
  } finally {
    clearInterval(renewing);
    await releaseLease(system, name, holder);
  }
}
