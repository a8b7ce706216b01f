import type { Collection, UpdateFilter } from 'mongodb';
import type { ChangeModule } from '../../contract/events/events.ts';
import { type ApiError, apiError } from '../../contract/errors/api-error.ts';
import {
  comingDate,
  isTimeLimitExceeded,
  type ProjectDb,
  readingIn,
  systemCollection,
  type SystemDb,
} from '../../core/mongo/index.ts';
import { sessionOptions, unscopedRows } from '../../core/mongo/scope/unscoped.ts';
import type { CountedLimit, ProjectState } from '../../core/context/index.ts';
import type { ProjectRecord, UnnormalizedValue } from './schema.ts';

export const projects = systemCollection<ProjectRecord>('projects', [
  {
    key: { 'made_by.user_id': 1, 'made_by.request_id': 1 },
    unique: true,
    partialFilterExpression: { made_by: { $exists: true } },
  },
]);

export function openProjects(system: SystemDb): Collection<ProjectRecord> {
  return unscopedRows(system, projects);
}

export async function insertProject(db: ProjectDb, record: ProjectRecord): Promise<void> {
  await openProjects(db.system).insertOne(record, db.session === null ? {} : { session: db.session });
}

export function findProject(db: ProjectDb): Promise<ProjectRecord | null> {
  return openProjects(db.system).findOne({ _id: db.projectId }, readingIn(db.session));
}

export function findProjects(system: SystemDb, ids: readonly string[]): Promise<ProjectRecord[]> {
  return openProjects(system)
    .find({ _id: { $in: [...ids] } }, { sort: { _id: 1 } })
    .toArray();
}

/** How far each of these projects has come: its revision, and how much was invalidated by hand. */
export async function readRevisions(
  system: SystemDb,
  ids: readonly string[],
): Promise<Map<string, { revision: number; hand: number }>> {
  const found = await openProjects(system)
    .find({ _id: { $in: [...ids] } }, { projection: { revision: 1, told_by_hand: 1 }, maxTimeMS: 2_000 })
    .toArray();
  return new Map(found.map(({ _id, revision, told_by_hand: hand = 0 }) => [_id, { revision, hand }]));
}

export function listProjects(system: SystemDb): Promise<ProjectRecord[]> {
  return openProjects(system)
    .find({}, { sort: { _id: 1 } })
    .toArray();
}

/** The project that a person created by this request, or null. */
export function findProjectMadeBy(
  system: SystemDb,
  userId: string,
  requestId: string,
): Promise<ProjectRecord | null> {
  const filter = { 'made_by.user_id': userId, 'made_by.request_id': requestId };
  return openProjects(system).findOne({ made_by: { $exists: true }, ...filter }, sessionOptions(system));
}

/** How many projects a person created that still exist, counted to `most` at most. */
export function countProjectsMadeBy(system: SystemDb, userId: string, most: number): Promise<number> {
  const filter = { made_by: { $exists: true }, 'made_by.user_id': userId };
  return openProjects(system).countDocuments(filter, { limit: most, ...sessionOptions(system) });
}

/** Takes the project's own row away; inside the transaction that ends what else lets anybody in. Answers whether it was there. */
export async function deleteProject(db: ProjectDb): Promise<boolean> {
  const { deletedCount } = await openProjects(db.system).deleteOne({ _id: db.projectId }, sessionOptions(db));
  return deletedCount === 1;
}

/** A project that was removed while a request was under way: the next one is refused for its key. */
export function gone(): ApiError {
  return apiError('temporarily_unavailable', {});
}

const stateKeys = {
  default_release_id: 1,
  write_seq: 1,
  'modules.schema.version': 1,
  'modules.releases.version': 1,
} as const;

/** Whether a write has reserved the next turn, and for how long, with each update that all writes make. */
const reservationKeys = {
  'reservation.id': 1,
  reservedMs: { $subtract: ['$reservation.until', '$$NOW'] },
} as const;

type ReservedRow = ProjectRecord & { reservedMs?: number | null };

/** The id of the write that is to go next, or null. */
function reservedFor({ reservation, reservedMs }: ReservedRow): string | null {
  return Number(reservedMs ?? 0) > 0 ? (reservation?.id ?? null) : null;
}

function stateOf({ default_release_id, write_seq, modules }: ProjectRecord): ProjectState {
  return {
    defaultReleaseId: default_release_id,
    writeSeq: write_seq,
    definitionsVersion: definitionsVersionOf(modules),
  };
}

/** Both only grow, so that their sum stands for one state of both. */
export function definitionsVersionOf({
  schema,
  releases,
}: Pick<ProjectRecord['modules'], 'schema' | 'releases'>): number {
  return schema.version + releases.version;
}

export async function projectState(db: ProjectDb): Promise<ProjectState> {
  const options = { projection: stateKeys, ...readingIn(db.session) };
  const found = await openProjects(db.system).findOne({ _id: db.projectId }, options);
  if (found === null) throw gone();
  return stateOf(found);
}

/** The state before a claim, the time of the newest change, and the id of the write that reserved this turn, or null. */
export type LockedProject = ProjectState & { changedAt: Date; reservedFor: string | null };

/**
 * Counts a write at its beginning, so that others conflict with it from then on, and ends the reservation. A write that
 * finds another one's reservation must not commit.
 */
export async function lockProject(db: ProjectDb): Promise<LockedProject> {
  const found = await openProjects(db.system).findOneAndUpdate(
    { _id: db.projectId },
    { $inc: { write_seq: 1 }, $unset: { reservation: 1 } },
    {
      projection: { ...stateKeys, ...reservationKeys, changed_at: 1 },
      returnDocument: 'before',
      ...(db.session === null ? {} : { session: db.session }),
    },
  );
  if (found === null) throw gone();
  return { ...stateOf(found), changedAt: found.changed_at, reservedFor: reservedFor(found) };
}

/**
 * Reserves the next write of the project for `id`, unless another write has it; outside of transactions. Where a
 * transaction holds the row, MongoDB itself waits for its end, for `waitMs` at most.
 * @returns whether it is reserved
 */
export async function reserveProject(
  db: ProjectDb,
  id: string,
  { forMs, waitMs }: { forMs: number; waitMs: number },
): Promise<boolean> {
  const until = { $dateAdd: { startDate: '$$NOW', unit: 'millisecond', amount: forMs } };
  const isFree = { $expr: { $lte: [{ $ifNull: ['$reservation.until', new Date(0)] }, '$$NOW'] } };
  try {
    const { matchedCount } = await openProjects(db.system).updateOne(
      { _id: db.projectId, $or: [{ 'reservation.id': id }, isFree] },
      [{ $set: { reservation: { id, until } } }],
      { maxTimeMS: waitMs, writeConcern: { w: 1 } },
    );
    return matchedCount === 1;
  } catch (error) {
    if (isTimeLimitExceeded(error)) return false;
    throw error;
  }
}

/** Ends a reservation whose write did not commit. */
export async function endReservation(db: ProjectDb, id: string): Promise<void> {
  await openProjects(db.system).updateOne(
    { _id: db.projectId, 'reservation.id': id },
    { $unset: { reservation: 1 } },
    { writeConcern: { w: 1 } },
  );
}

/** Projects of one page whose texts are not in NFC yet, and unnormalized values that a project's row lists at most. */
const [unnormalizedMax, valuesListedMax] = [100, 200];

/** The next projects whose texts were never normalized, in the order of their ids. */
export async function findUnnormalized(system: SystemDb, after: string): Promise<string[]> {
  const projects = await openProjects(system)
    .find(
      { _id: { $gt: after }, normalized: { $exists: false } },
      { projection: { _id: 1 }, sort: { _id: 1 } },
    )
    .limit(unnormalizedMax)
    .toArray();
  return projects.map(({ _id }) => _id);
}

/** Marks the project's texts as normalized, with the unique values that stay as they were. */
export async function noteNormalized(db: ProjectDb, left: readonly UnnormalizedValue[]): Promise<void> {
  await changeProject(db, { $set: { normalized: { left: left.slice(0, valuesListedMax) } } });
}

/** Projects with unique values that could not be normalized. */
export async function findUnnormalizedValues(
  system: SystemDb,
): Promise<{ projectId: string; left: UnnormalizedValue[] }[]> {
  const options = { projection: { normalized: 1 }, sort: { _id: 1 } } as const;
  const projects = await openProjects(system)
    .find({ 'normalized.left.0': { $exists: true } }, options)
    .limit(unnormalizedMax)
    .toArray();
  return projects.map(({ _id, normalized }) => ({ projectId: _id, left: normalized?.left ?? [] }));
}

/** Changes the project's own row, apart from the writes that are counted in it. */
export async function changeProject(db: ProjectDb, update: UpdateFilter<ProjectRecord>): Promise<void> {
  await openProjects(db.system).updateOne(
    { _id: db.projectId },
    update,
    db.session === null ? {} : { session: db.session },
  );
}

export interface CountedWrite {
  now: Date;
  /** The parts in which readers see a difference. */
  modules: ReadonlySet<ChangeModule>;
  /** Whether receivers are notified. */
  hasEvents: boolean;
  newDefault: string | null;
  /** How many rows of the audit log it adds. */
  auditRows: number;
  /** What is more, or less, of what is limited. */
  usage: ReadonlyMap<CountedLimit, number>;
}

/** What the project's row says of a write that was counted in it. */
export interface StoredCount {
  before: ProjectState;
  revision: number;
  /** Whether readers notice the write. */
  isSeen: boolean;
  /** The number of the newest row of the audit log before it. */
  auditSeq: number;
  usage: ReadonlyMap<CountedLimit, number>;
  /** The id of the write that reserved the next turn, or null. */
  reservedFor: string | null;
}

/**
 * Counts a write in the project's row, which all transactions of a project update near their end.
 * @returns what decided about the write as it was before it, and the revision and the usage after it.
 */
export async function countWrite(
  db: ProjectDb,
  { now, modules, hasEvents, newDefault, auditRows, usage }: CountedWrite,
): Promise<StoredCount> {
  const date = db.session === null ? null : comingDate(db.session);
  // A date that a draft save stores again is no change; one that is new comes with a touched module.
  const isSeen = modules.size > 0 || hasEvents || newDefault !== null;
  const increments = Object.fromEntries([
    ...[...modules].map((name) => [`modules.${name}.version`, 1] as const),
    ...[...usage].map(([limit, by]) => [`usage.${limit}`, by] as const),
    ...(auditRows === 0 ? [] : [['audit_seq', auditRows] as const]),
  ]);
  // A process whose clock is behind, and a clone that ends after later writes, set no time back.
  const latestTimes = {
    ...(isSeen ? { changed_at: now } : {}),
    ...Object.fromEntries([...modules].map((name) => [`modules.${name}.changed_at`, now])),
  };
  const row = await openProjects(db.system).findOneAndUpdate(
    { _id: db.projectId },
    {
      $inc: { write_seq: 1, ...(isSeen ? { revision: 1 } : {}), ...increments },
      ...(newDefault === null ? {} : { $set: { default_release_id: newDefault } }),
      ...(isSeen ? { $max: latestTimes } : {}),
      ...(date === null ? {} : { $min: { next_date: date } }),
    },
    {
      projection: {
        ...stateKeys,
        ...reservationKeys,
        revision: 1,
        audit_seq: 1,
        ...(usage.size > 0 ? { usage: 1 } : {}),
      },
      returnDocument: 'before',
      ...(db.session === null ? {} : { session: db.session }),
    },
  );
  if (row === null) throw gone();
  const counted = [...usage].map(([limit, by]) => [limit, (row.usage?.[limit] ?? 0) + by] as const);
  return {
    before: stateOf(row),
    revision: row.revision + (isSeen ? 1 : 0),
    isSeen,
    auditSeq: row.audit_seq ?? 0,
    usage: new Map(counted),
    reservedFor: reservedFor(row),
  };
}

/** Says again how much there is of something limited; inside the transaction that counted it. */
export function setUsage(db: ProjectDb, limit: CountedLimit, amount: number): Promise<void> {
  return changeProject(db, { $set: { [`usage.${limit}`]: amount } });
}

/**
 * Counts what is invalidated by hand; inside its transaction, so that its place among the changes is where it was
 * stored.
 * @returns its number, and the revision that it comes after
 */
export async function countByHand(db: ProjectDb): Promise<{ revision: number; hand: number }> {
  const row = await openProjects(db.system).findOneAndUpdate(
    { _id: db.projectId },
    { $inc: { told_by_hand: 1 } },
    {
      projection: { revision: 1, told_by_hand: 1 },
      returnDocument: 'after',
      ...(db.session === null ? {} : { session: db.session }),
    },
  );
  if (row === null) throw gone();
  return { revision: row.revision, hand: row.told_by_hand ?? 1 };
}

/** Notes of every project that none of the tags of its changes so far were kept. */
export async function forgetAllTags(system: SystemDb): Promise<void> {
  await openProjects(system).updateMany({}, [{ $set: { forgotten_tags: '$revision' } }]);
}

/** Says again when the next date is, unless anybody wrote since `writeSeq`. */
export async function setNextDate(db: ProjectDb, writeSeq: number, date: Date | null): Promise<void> {
  await openProjects(db.system).updateOne(
    { _id: db.projectId, write_seq: writeSeq },
    date === null ? { $unset: { next_date: true } } : { $set: { next_date: date } },
  );
}

/** Stores the name and the settings as they are from now on. */
export async function updateProject(
  db: ProjectDb,
  { name, settings }: Pick<ProjectRecord, 'name' | 'settings'>,
): Promise<void> {
  const within = db.session === null ? {} : { session: db.session };
  await openProjects(db.system).updateOne({ _id: db.projectId }, { $set: { name, settings } }, within);
}
