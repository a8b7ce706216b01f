import type { Collection, Document } from 'mongodb';
import { databaseOf } from '../mongo/connection/database.ts';
import { duplicatedIndex } from '../mongo/connection/failures.ts';
import { systemCollection } from '../mongo/scope/collection.ts';
import type { SystemDb } from '../mongo/scope/handle.ts';

/** The two definitions under which Agenda runs all jobs. */
export const recurring = 'recurring';
export const once = 'once';

/** The data of a stored job. */
export interface JobData {
  /** The job's name. */
  job: string;
  /**
   * The subject of a single run. In a recurring job it is the job's name, because earlier versions made `name,
   * data.key` unique.
   */
  key: string;
}

/** How long a due row of an earlier version may wait before it counts as abandoned, in milliseconds. */
const abandonedMs = 60_000;

/**
 * Agenda's jobs. Its `unique` searches and then inserts, so only an index rejects the second of two rows:
 * https://github.com/agenda/agenda/issues/535
 */
export const jobRows = {
  ...systemCollection('jobs', [
    {
      name: 'findAndLockNextJobIndex',
      key: { name: 1, nextRunAt: 1, priority: -1, lockedAt: 1, disabled: 1 },
    },
    {
      key: { name: 1, 'data.job': 1, 'data.key': 1 },
      unique: true,
      partialFilterExpression: { 'data.job': { $exists: true } },
    },
  ]),
  replacedIndexes: ['name_1_type_1', 'name_1_data.key_1'],
};

function rowsOf<R extends Document>(system: SystemDb): Collection<R> {
  return databaseOf(system).collection<R>(jobRows.name);
}

/** A recurring job as it is stored. */
export interface RecurringRow {
  repeatInterval?: string | null;
  nextRunAt?: Date | null;
  lockedAt?: Date | null;
  data: JobData;
}

/** The stored recurring jobs, by name. */
export async function findRecurring(system: SystemDb): Promise<Map<string, RecurringRow>> {
  const recurringRows = await rowsOf<RecurringRow & { name: string }>(system)
    .find({ name: recurring })
    .toArray();
  return new Map(recurringRows.map((row) => [row.data.job, row]));
}

export async function updateRecurring(
  system: SystemDb,
  job: string,
  change: Partial<Omit<RecurringRow, 'data'>>,
): Promise<void> {
  await rowsOf(system).updateOne({ name: recurring, 'data.job': job }, { $set: change });
}

/** The rows that Agenda can lock until `until`, by the clock of the machine, as its own search finds them. */
export function lockableRows({ until, lockMs, now }: { until: Date; lockMs: number; now: Date }): Document {
  const isFree = { lockedAt: null, nextRunAt: { $lte: until } };
  const isAbandoned = { lockedAt: { $lte: new Date(now.getTime() - lockMs) } };
  return { name: { $in: [recurring, once] }, disabled: { $ne: true }, $or: [isFree, isAbandoned] };
}

/** Makes a recurring job due now, unless it runs or is due already. */
export async function bringForward(system: SystemDb, job: string, now: Date): Promise<void> {
  const waiting = { name: recurring, 'data.job': job, lockedAt: null, nextRunAt: { $gt: now } };
  await rowsOf(system).updateOne(waiting, { $set: { nextRunAt: now } });
}

/** Removes single runs that have ended but are still stored. */
export async function removeEnded(system: SystemDb): Promise<void> {
  await rowsOf(system).deleteMany({ type: 'normal', nextRunAt: null, lockedAt: null });
}

/**
 * Takes over the jobs of earlier versions: single runs get the form of this version, and recurring jobs, which have new
 * rows, are removed. Jobs that a process of an earlier version still runs stay.
 */
export async function adoptEarlierJobs(
  system: SystemDb,
  jobs: readonly string[],
  { now, lockMs }: { now: Date; lockMs: number },
): Promise<void> {
  const rows = rowsOf<{ name: string }>(system);
  const before = (ms: number) => new Date(now.getTime() - ms);
  const name = { $in: jobs };
  const isFree = { $or: [{ lockedAt: null }, { lockedAt: { $lte: before(lockMs) } }] };
  const isAbandoned = { ...isFree, nextRunAt: { $lte: before(abandonedMs) } };
  await rows.deleteMany({ name, type: 'single', ...isAbandoned });
  for await (const { _id, name: job } of rows.find({ name, type: 'normal', ...isFree })) {
    const change = { $set: { name: once, 'data.job': job } };
    await rows.updateOne({ _id, name, ...isFree }, change).catch(async (error: unknown) => {
      if (duplicatedIndex(error) === null) throw error;
      await rows.deleteOne({ _id, name }); // the run is already stored in the new form
    });
  }
}

/** Removes the wake-ups of a project that is being deleted. Their keys start with its id. */
export async function removeWakeUps(system: SystemDb, projectId: string): Promise<void> {
  await rowsOf(system).deleteMany({ 'data.key': { $gte: `${projectId}/`, $lt: `${projectId}0` } }); // "0" comes after "/"
}
