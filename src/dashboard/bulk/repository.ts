import { type BulkSet, maxRounds } from '../../contract/bulk.ts';
import {
  type CollectionSpec,
  grantedBy,
  projectCollection,
  type ProjectDb,
  type SystemDb,
} from '../../core/mongo/index.ts';
import { rows } from '../../core/mongo/scope/scoped.ts';
import { unscopedRows } from '../../core/mongo/scope/unscoped.ts';
import { type BulkJobRecord, type BulkPartRecord, type BulkRefusal, reportedMax } from './schema.ts';

export const bulkJobs = grantedBy(
  projectCollection<BulkJobRecord>('bulk_jobs', [
    { key: { project_id: 1, created_at: -1 } },
    { key: { turn_at: 1 }, partialFilterExpression: { status: 'running' } },
    { key: { expires_at: 1 }, expireAfterSeconds: 0 },
  ]),
  { areas: ['content'], rows: { kind: 'entry' }, typeKey: 'type' },
  { areas: ['blog'], rows: { kind: 'blog_article' } },
  { areas: ['kb'], rows: { kind: 'kb_article' } },
);

/** The items of bulk changes: apart, so that each step rewrites a small row. */
export const bulkParts = projectCollection<BulkPartRecord>('bulk_parts', [
  { key: { project_id: 1, _id: 1 } },
  { key: { expires_at: 1 }, expireAfterSeconds: 0 },
]);

/** Ids of one part. */
const partIds = 500;

function partOf(jobId: string, round: number, position: number): string {
  const part = Math.floor(position / partIds);
  return round === 0 ? `${jobId}/${part}` : `${jobId}/again/${round}/${part}`;
}

/** Stores a job with its items, and with what it sets; inside a transaction. */
export async function insertJob(
  db: ProjectDb,
  job: BulkJobRecord,
  { ids, set }: { ids: readonly string[]; set: BulkSet | undefined },
): Promise<void> {
  await rows(db, bulkJobs).insertOne(job);
  const parts: BulkPartRecord[] = [];
  for (let at = 0; at < ids.length; at += partIds)
    parts.push({
      _id: partOf(job._id, 0, at),
      ids: ids.slice(at, at + partIds),
      expires_at: job.expires_at,
    });
  if (set !== undefined)
    parts.push({ _id: setOf(job._id), ids: [], set: JSON.stringify(set), expires_at: job.expires_at });
  await rows(db, bulkParts).insertMany(parts);
}

/** What a job sets; null if its parts are gone, because it ended. */
export async function findSet(db: ProjectDb, jobId: string): Promise<BulkSet | null> {
  const part = await rows(db, bulkParts).findOne({ _id: setOf(jobId) });
  return part?.set === undefined ? null : (JSON.parse(part.set) as BulkSet);
}

function setOf(jobId: string): string {
  return `${jobId}/set`;
}

export function findJob(db: ProjectDb, id: string): Promise<BulkJobRecord | null> {
  return rows(db, bulkJobs).findOne({ _id: id });
}

export function findRunning(db: ProjectDb): Promise<BulkJobRecord | null> {
  return rows(db, bulkJobs).findOne({ status: 'running' });
}

/** The newest first. */
export function listJobs(db: ProjectDb, limit: number): Promise<BulkJobRecord[]> {
  return rows(db, bulkJobs).find({}, { sort: { created_at: -1 }, limit });
}

/** The ids of the part in which a job's position lies, with the position of the first of them. */
export async function idsAround(db: ProjectDb, { _id, round = 0, position }: BulkJobRecord) {
  const part = await rows(db, bulkParts).findOne({ _id: partOf(_id, round, position) });
  return { from: position - (position % partIds), ids: part?.ids ?? [] };
}

/** Puts an item into the next round; a second time it changes nothing, so that a step may be made again. */
export async function waitForNextRound(db: ProjectDb, job: BulkJobRecord, id: string): Promise<void> {
  const _id = partOf(job._id, (job.round ?? 0) + 1, job.waiting ?? 0);
  const change = { $addToSet: { ids: id }, $setOnInsert: { expires_at: job.expires_at } };
  await rows(db, bulkParts).findOneAndUpdate({ _id }, change, { upsert: true });
}

/** Begins the next round; null when the runner does not hold the job any more, or a person stopped it. */
export function nextRound(
  db: ProjectDb,
  { _id, round = 0, position, waiting = 0, done, done_before: before = 0 }: BulkJobRecord,
  { holder, until }: Hold,
): Promise<BulkJobRecord | null> {
  return rows(db, bulkJobs).findOneAndUpdate(
    { _id, holder, position, status: 'running' },
    {
      $set: {
        held_until: until,
        tries: 0,
        ...{ round: round + 1, round_size: waiting, position: 0, waiting: 0 },
        ...{ done_before: done, is_last_round: done === before || round + 1 >= maxRounds },
      },
    },
  );
}

/** Answers whether it ran until now. */
export async function stopJob(db: ProjectDb, id: string, now: Date): Promise<boolean> {
  const change = { $set: { status: 'stopped' as const, finished_at: now, holder: null } };
  return rows(db, bulkJobs).updateOne({ _id: id, status: 'running' }, change);
}

/** Removes the report of a job that ended, with what is left of its items. */
export async function removeJob(db: ProjectDb, id: string): Promise<void> {
  await rows(db, bulkJobs).deleteOne({ _id: id, status: { $ne: 'running' } });
  await removeParts(db, id);
}

export async function removeParts(db: ProjectDb, jobId: string): Promise<void> {
  // "0" comes after "/".
  await rows(db, bulkParts).deleteMany({ _id: { $gte: `${jobId}/`, $lt: `${jobId}0` } });
}

type OwnedJob = BulkJobRecord & { project_id: string };

/** The job whose turn is next and which no runner holds, of all projects but some. */
export function nextJob(system: SystemDb, now: Date, except: readonly string[]): Promise<OwnedJob | null> {
  const filter = {
    status: 'running' as const,
    turn_at: { $lte: now },
    held_until: { $lte: now },
    project_id: { $nin: [...except] },
  };
  return unscopedRows(system, bulkJobs as CollectionSpec<OwnedJob>).findOne(filter, { sort: { turn_at: 1 } });
}

/** A runner and until when it holds what it takes. */
export interface Hold {
  holder: string;
  until: Date;
}

/** Takes a job; null when another runner was quicker, or a person stopped it. */
export function takeJob(
  db: ProjectDb,
  { _id, held_until }: BulkJobRecord,
  { holder, until }: Hold,
): Promise<BulkJobRecord | null> {
  const filter = { _id, held_until, status: 'running' as const };
  return rows(db, bulkJobs).findOneAndUpdate(filter, { $set: { holder, held_until: until } });
}

/** What became of an item: it was changed, already was as the job wants it, waits for the next round, or stays as it was for a reason. */
export type StepEnd = 'done' | 'unchanged' | 'waits' | BulkRefusal;

/**
 * Moves a job past its item: inside the transaction that changes the item, or, with the reason, after its refusal. Null
 * when the runner does not hold the job any more, or a person stopped it.
 */
export function moveOn(
  db: ProjectDb,
  { _id, position }: BulkJobRecord,
  { holder, until }: Hold,
  end: StepEnd,
): Promise<BulkJobRecord | null> {
  return rows(db, bulkJobs).findOneAndUpdate(
    { _id, holder, position, status: 'running' },
    {
      $set: { held_until: until, tries: 0 },
      $inc: { position: 1, ...countsOf(end) },
      ...(typeof end === 'string' ? {} : { $push: { refusals: { $each: [end], $slice: reportedMax } } }),
    },
  );
}

function countsOf(end: StepEnd): Partial<Record<'done' | 'unchanged' | 'waiting' | 'failed', number>> {
  if (end === 'done') return { done: 1 };
  if (end === 'unchanged') return { done: 1, unchanged: 1 };
  return end === 'waits' ? { waiting: 1 } : { failed: 1 };
}

/** Gives a job back: its next turn comes at a moment. */
export async function giveBack(
  db: ProjectDb,
  { _id }: BulkJobRecord,
  back: { holder: string; now: Date; turnAt: Date; isFailure: boolean },
): Promise<void> {
  const { holder, now, turnAt, isFailure } = back;
  await rows(db, bulkJobs).updateOne(
    { _id, holder, status: 'running' },
    { $set: { holder: null, held_until: now, turn_at: turnAt }, $inc: { tries: isFailure ? 1 : 0 } },
  );
}

/** Ends a job that a runner holds; with a reason it failed. */
export async function finishJob(
  db: ProjectDb,
  { _id }: BulkJobRecord,
  end: { holder: string; now: Date; reason: string | null },
): Promise<void> {
  const { holder, now, reason } = end;
  const status = reason === null ? ('done' as const) : ('failed' as const);
  await rows(db, bulkJobs).updateOne(
    { _id, holder, status: 'running' },
    { $set: { status, reason, finished_at: now, holder: null } },
  );
}
