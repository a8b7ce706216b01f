import type { AnyBulkWriteOperation, Collection, Filter, MongoBulkWriteError } from 'mongodb';
import {
  duplicatedIndex,
  ignoreDuplicateKey,
  projectCollection,
  type ProjectDb,
  type SystemDb,
} from '../../core/mongo/index.ts';
import { rows } from '../../core/mongo/scope/scoped.ts';
import { unscopedRows } from '../../core/mongo/scope/unscoped.ts';
import type { Attempt, ClaimedDelivery, DeliveryRecord, DeliveryState, QueueKey } from './schema.ts';

/** States of unfinished deliveries; the others are history. */
const open: DeliveryState[] = ['queued', 'sending', 'held'];

/** States of deliveries that ended or stopped without success. */
export const undelivered: DeliveryState[] = ['failed', 'dropped', 'held'];

export const deliveries = projectCollection<DeliveryRecord>('deliveries', [
  {
    key: { state: 1, endpoint_id: 1, next_attempt_at: 1, sequence: 1, event_id: 1, project_id: 1 },
    partialFilterExpression: { state: { $in: open } },
  },
  {
    name: 'due',
    key: { state: 1, next_attempt_at: 1, endpoint_id: 1, project_id: 1 },
    partialFilterExpression: { state: 'queued' },
  },
  // At most one delivery in each slot of an endpoint, even if several processes claim at once.
  {
    key: { project_id: 1, endpoint_id: 1, slot: 1 },
    unique: true,
    partialFilterExpression: { slot: { $type: 'number' } },
  },
  { key: { project_id: 1, endpoint_id: 1, event_id: -1 } },
  { key: { created_at: 1 } },
  {
    name: 'untold',
    key: { state: 1, tells_after: 1, endpoint_id: 1, project_id: 1 },
    partialFilterExpression: { state: { $in: undelivered }, tells_after: { $exists: true } },
  },
]);

/** The sender works across all projects. */
function all(system: SystemDb): Collection<DeliveryRecord> {
  return unscopedRows(system, deliveries);
}

/** Stores new deliveries. Existing ones are not changed. */
export async function insertDeliveries(system: SystemDb, records: readonly DeliveryRecord[]): Promise<void> {
  if (records.length === 0) return;
  await all(system)
    .insertMany([...records], { ordered: false })
    .catch(ignoreDuplicateKey);
}

/**
 * Claims the oldest due delivery of an endpoint for one slot, in one atomic update with the database's clock. Returns
 * null if nothing is due, and `taken` if another process holds the slot.
 */
export async function claimInto(
  system: SystemDb,
  queue: QueueKey,
  { slot, claim, leaseMs, now }: { slot: number; claim: string; leaseMs: number; now: Date },
): Promise<ClaimedDelivery | null | 'taken'> {
  const until = { $dateAdd: { startDate: '$$NOW', unit: 'millisecond', amount: leaseMs } };
  try {
    return (await all(system).findOneAndUpdate(
      { ...queue, state: 'queued', next_attempt_at: { $lte: now } },
      [{ $set: { state: 'sending', slot, claim, lease_until: until } }],
      {
        sort: { next_attempt_at: 1, sequence: 1, event_id: 1 },
        projection: {
          project_id: 1,
          endpoint_id: 1,
          event: 1,
          body: 1,
          headers: 1,
          attempts_made: 1,
          claim: 1,
          slot: 1,
          created_at: 1,
          queued_at: 1,
        },
        returnDocument: 'after',
      },
    )) as ClaimedDelivery | null; // the projection's keys, all set by this update or at creation
  } catch (error) {
    if (duplicatedIndex(error) !== null) return 'taken';
    throw error;
  }
}

/** The changes to a delivery after an attempt. */
export interface DeliveryOutcome {
  state: 'queued' | 'delivered' | 'failed';
  next_attempt_at: Date | null;
  finished_at: Date | null;
}

/** Maximum attempts stored per delivery, since replays add to them. */
const attemptsMax = 30;

/** Stores an attempt and frees the slot. Returns false if the claim was lost meanwhile. */
export async function finishAttempt(
  system: SystemDb,
  { _id, project_id, claim }: Pick<ClaimedDelivery, '_id' | 'project_id' | 'claim'>,
  outcome: DeliveryOutcome,
  attempt: Attempt,
): Promise<boolean> {
  const result = await all(system).updateOne(
    { _id, project_id, claim },
    {
      $set: outcome,
      $unset: { claim: 1, slot: 1, lease_until: 1 },
      $inc: { attempts_made: 1 },
      $push: { attempts: { $each: [attempt], $slice: -attemptsMax } },
    },
  );
  return result.matchedCount === 1;
}

/** Releases a claim without counting an attempt. */
export async function returnClaim(
  system: SystemDb,
  { _id, project_id, claim }: Pick<ClaimedDelivery, '_id' | 'project_id' | 'claim'>,
  state: 'queued' | 'held' | 'dropped',
  finishedAt: Date | null = null,
): Promise<void> {
  await all(system).updateOne(
    { _id, project_id, claim },
    { $set: { state, finished_at: finishedAt }, $unset: { claim: 1, slot: 1, lease_until: 1 } },
  );
}

/** Deliveries whose claim has expired by the database's clock. */
export const expiredClaim = { state: 'sending', $expr: { $lte: ['$lease_until', '$$NOW'] } } as const;

/** Releases claims that expired by the database's clock, because their process is gone. Returns their number. */
export async function freeExpired(system: SystemDb): Promise<number> {
  const result = await all(system).updateMany(expiredClaim, [
    { $set: { state: 'queued' } },
    { $unset: ['claim', 'slot', 'lease_until'] },
  ]);
  return result.modifiedCount;
}

/** Maximum rows per update, so that a long queue doesn't block the database. */
const stepRows = 200;

/**
 * Moves some of an endpoint's deliveries from one state to another, oldest first. Returns their number: 0 when none is
 * left.
 * @param before - only deliveries that were queued up to this time
 */
export async function moveSome(
  system: SystemDb,
  queue: QueueKey,
  { from, to, before }: { from: DeliveryState; to: Partial<DeliveryRecord>; before?: Date },
): Promise<number> {
  const old =
    before === undefined ? {} : { created_at: { $lte: before }, queued_at: { $not: { $gt: before } } };
  const step = await all(system)
    .find({ ...queue, state: from, ...old }, { projection: { _id: 1 } })
    .sort({ next_attempt_at: 1, sequence: 1, event_id: 1 })
    .limit(stepRows)
    .toArray();
  if (step.length === 0) return 0;
  const ids = step.map((row) => row._id);
  const filter: Filter<DeliveryRecord> = { ...queue, _id: { $in: ids }, state: from };
  await all(system).updateMany(filter, { $set: to });
  return step.length;
}

type Operation = AnyBulkWriteOperation<DeliveryRecord>;

/**
 * Queues deliveries again from their first attempt, and stores unknown ones. Those that are queued or under way are not
 * changed. Returns the number of queued deliveries.
 */
export async function requeue(
  system: SystemDb,
  records: readonly DeliveryRecord[],
  now: Date,
): Promise<number> {
  if (records.length === 0) return 0;
  const operations = records.map(
    ({ _id, project_id, state, next_attempt_at, attempts_made, finished_at, ...rest }): Operation => ({
      updateOne: {
        filter: { _id, project_id, state: { $nin: ['sending', 'queued'] } },
        update: {
          $set: { state, next_attempt_at, attempts_made, finished_at, queued_at: now },
          $setOnInsert: rest,
        },
        upsert: true,
      },
    }),
  );
  const result = await all(system)
    .bulkWrite(operations, { ordered: false })
    .catch((error: unknown) => {
      ignoreDuplicateKey(error); // it is queued or under way already
      return (error as MongoBulkWriteError).result;
    });
  return result.modifiedCount + result.upsertedCount;
}

export function deliveryById(db: ProjectDb, id: string): Promise<DeliveryRecord | null> {
  return rows(db, deliveries).findOne({ _id: id });
}

export async function removeAllOf(system: SystemDb, queue: QueueKey): Promise<void> {
  await all(system).deleteMany(queue);
}

/** Deletes finished and held deliveries created before `before`. Returns their number. */
export async function removeOld(system: SystemDb, before: Date): Promise<number> {
  const finished: DeliveryState[] = ['delivered', 'failed', 'dropped', 'held'];
  const result = await all(system).deleteMany({ created_at: { $lt: before }, state: { $in: finished } });
  return result.deletedCount;
}
