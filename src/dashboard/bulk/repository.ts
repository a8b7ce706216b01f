import { type BulkSet, maxRounds } from '../../contract/bulk.ts';
import { grantedBy, projectCollection, type ProjectDb } from '../../core/mongo/index.ts';
import { type Lease, LeasedRows } from '../../core/jobs/index.ts';
import { rows } from '../../core/mongo/scope/scoped.ts';
import { type BulkJobRecord, type BulkPartRecord, type BulkRefusal, maxReported } from './schema.ts';

const contentAreas = ['content', 'blog', 'kb', 'authors', 'media'] as const;

export const bulkJobs = grantedBy(
  projectCollection<BulkJobRecord>('bulk_jobs', [
    { key: { project_id: 1, created_at: -1 } },
    { key: { turn_at: 1 }, partialFilterExpression: { status: 'running' } },
    { key: { expires_at: 1 }, expireAfterSeconds: 0 },
  ]),
  { areas: ['content'], rows: { kind: 'entry' }, typeKey: 'type' },
  { areas: ['blog'], rows: { kind: 'blog_article' } },
  { areas: ['kb'], rows: { kind: 'kb_article' } },
  { areas: contentAreas, rows: { kind: 'trash' } }, // `mayRead` hides jobs of other members
);

export const leasedJobs = new LeasedRows(bulkJobs);

/** The item ids of jobs, stored separately so that each step rewrites a small row. */
export const bulkParts = projectCollection<BulkPartRecord>('bulk_parts', [
  { key: { project_id: 1, _id: 1 } },
  { key: { expires_at: 1 }, expireAfterSeconds: 0 },
]);

const idsPerPart = 500;

function partId(jobId: string, round: number, position: number): string {
  const part = Math.floor(position / idsPerPart);
  return round === 0 ? `${jobId}/${part}` : `${jobId}/again/${round}/${part}`;
}

/** Stores a job with its item ids and the values to set. Must run in a transaction. */
export async function insertJob(
  db: ProjectDb,
  job: BulkJobRecord,
  { ids, set }: { ids: readonly string[]; set: BulkSet | undefined },
): Promise<void> {
  await rows(db, bulkJobs).insertOne(job);
  const parts: BulkPartRecord[] = [];
  for (let at = 0; at < ids.length; at += idsPerPart)
    parts.push({
      _id: partId(job._id, 0, at),
      ids: ids.slice(at, at + idsPerPart),
      expires_at: job.expires_at,
    });
  if (set !== undefined)
    parts.push({ _id: setPartId(job._id), ids: [], set: JSON.stringify(set), expires_at: job.expires_at });
  await rows(db, bulkParts).insertMany(parts);
}

/** The values that a job sets; null if the job ended and its parts were removed. */
export async function findSet(db: ProjectDb, jobId: string): Promise<BulkSet | null> {
  const part = await rows(db, bulkParts).findOne({ _id: setPartId(jobId) });
  return part?.set === undefined ? null : (JSON.parse(part.set) as BulkSet);
}

function setPartId(jobId: string): string {
  return `${jobId}/set`;
}

export function findJob(db: ProjectDb, id: string): Promise<BulkJobRecord | null> {
  return rows(db, bulkJobs).findOne({ _id: id });
}

export function findRunningJob(db: ProjectDb): Promise<BulkJobRecord | null> {
  return rows(db, bulkJobs).findOne({ status: 'running' });
}

/** Newest first. */
export function listJobs(db: ProjectDb, limit: number): Promise<BulkJobRecord[]> {
  return rows(db, bulkJobs).find({}, { sort: { created_at: -1 }, limit });
}

/** The part that contains the job's position, and the position of its first id. */
export async function findPart(db: ProjectDb, { _id, round = 0, position }: BulkJobRecord) {
  const part = await rows(db, bulkParts).findOne({ _id: partId(_id, round, position) });
  return { from: position - (position % idsPerPart), ids: part?.ids ?? [] };
}

/** Adds an item to the next round. Idempotent, because a step may be repeated. */
export async function deferToNextRound(db: ProjectDb, job: BulkJobRecord, id: string): Promise<void> {
  const _id = partId(job._id, (job.round ?? 0) + 1, job.waiting ?? 0);
  const change = { $addToSet: { ids: id }, $setOnInsert: { expires_at: job.expires_at } };
  await rows(db, bulkParts).findOneAndUpdate({ _id }, change, { upsert: true });
}

/** Starts the next round; null if the runner lost its lease or the job was stopped. */
export function startNextRound(
  db: ProjectDb,
  { _id, round = 0, position, waiting = 0, done, done_before: before = 0 }: BulkJobRecord,
  { holder, until }: Lease,
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

/** Stops a job. @returns whether it was running */
export async function stopJob(db: ProjectDb, id: string, now: Date): Promise<boolean> {
  const change = { $set: { status: 'stopped' as const, finished_at: now, holder: null } };
  return rows(db, bulkJobs).updateOne({ _id: id, status: 'running' }, change);
}

/** Removes the report of a finished job with its remaining parts. */
export async function removeJob(db: ProjectDb, id: string): Promise<void> {
  await rows(db, bulkJobs).deleteOne({ _id: id, status: { $ne: 'running' } });
  await removeParts(db, id);
}

export async function removeParts(db: ProjectDb, jobId: string): Promise<void> {
  // "0" is the character after "/".
  await rows(db, bulkParts).deleteMany({ _id: { $gte: `${jobId}/`, $lt: `${jobId}0` } });
}

/** The result for an item: changed, already in the wanted state, deferred to the next round, or rejected. */
export type StepResult = 'done' | 'unchanged' | 'waits' | BulkRefusal;

/**
 * Advances a job to its next item, in the transaction that changes the item, or after the change was rejected. Null if
 * the runner lost its lease or the job was stopped.
 */
export function advanceJob(
  db: ProjectDb,
  { _id, position }: BulkJobRecord,
  { holder, until }: Lease,
  result: StepResult,
): Promise<BulkJobRecord | null> {
  return rows(db, bulkJobs).findOneAndUpdate(
    { _id, holder, position, status: 'running' },
    {
      $set: { held_until: until, tries: 0 },
      $inc: { position: 1, ...countsOf(result) },
      ...(typeof result === 'string'
        ? {}
        : { $push: { refusals: { $each: [result], $slice: maxReported } } }),
    },
  );
}

function countsOf(result: StepResult): Partial<Record<'done' | 'unchanged' | 'waiting' | 'failed', number>> {
  if (result === 'done') return { done: 1 };
  if (result === 'unchanged') return { done: 1, unchanged: 1 };
  return result === 'waits' ? { waiting: 1 } : { failed: 1 };
}

/** Releases a job until its next time slice. */
export async function releaseJob(
  db: ProjectDb,
  { _id }: BulkJobRecord,
  slice: { holder: string; now: Date; turnAt: Date; isFailure: boolean },
): Promise<void> {
  const { holder, now, turnAt, isFailure } = slice;
  await rows(db, bulkJobs).updateOne(
    { _id, holder, status: 'running' },
    { $set: { holder: null, held_until: now, turn_at: turnAt }, $inc: { tries: isFailure ? 1 : 0 } },
  );
}

/** Ends a job that the runner holds. With a reason, the job failed. */
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
