import type { Collection, UpdateFilter } from 'mongodb';
import type { ChangeModule } from '../../contract/events/events.ts';
import type { GroupRole } from '../../contract/sign-in-policy.ts';
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
import { localesOf } from '../locales/list.ts';
import { type ProjectRecord, publishApprovalOf, type UnnormalizedValue } from './schema.ts';

export const projects = systemCollection<ProjectRecord>('projects', [
  {
    key: { 'made_by.user_id': 1, 'made_by.request_id': 1 },
    unique: true,
    partialFilterExpression: { made_by: { $exists: true } },
  },
  { key: { 'settings.sign_in.group_roles.issuer': 1 }, sparse: true },
  { key: { 'settings.usage_limits': 1 }, sparse: true },
  { key: { copying_since: 1 }, sparse: true },
  { key: { restore_test: 1 }, sparse: true },
  { key: { is_template: 1 }, sparse: true },
  { key: { 'locales.sweep.version': 1 }, sparse: true },
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

/** Whether items that API keys delete go to the trash. */
export async function keepsKeyDeletions(db: ProjectDb): Promise<boolean> {
  const options = { projection: { 'settings.keep_key_deletions': 1 }, ...readingIn(db.session) };
  const project = await openProjects(db.system).findOne({ _id: db.projectId }, options);
  return project?.settings?.keep_key_deletions !== false;
}

/** The revision of each of these projects, and the number of its manual invalidations. */
export async function readRevisions(
  system: SystemDb,
  ids: readonly string[],
): Promise<Map<string, { revision: number; hand: number }>> {
  const projectRows = await openProjects(system)
    .find({ _id: { $in: [...ids] } }, { projection: { revision: 1, told_by_hand: 1 }, maxTimeMS: 2_000 })
    .toArray();
  return new Map(projectRows.map(({ _id, revision, told_by_hand: hand = 0 }) => [_id, { revision, hand }]));
}

/** Lists the projects that give roles to groups of an issuer, with their rules. */
export async function findGroupRoles(
  system: SystemDb,
  issuer: string,
): Promise<{ projectId: string; roles: GroupRole[] }[]> {
  const projects = await openProjects(system)
    .find({ 'settings.sign_in.group_roles.issuer': issuer }, { projection: { 'settings.sign_in': 1 } })
    .toArray();
  return projects.map(({ _id, settings }) => ({
    projectId: _id,
    roles: settings.sign_in?.group_roles ?? [],
  }));
}

export function listProjects(system: SystemDb): Promise<ProjectRecord[]> {
  return openProjects(system)
    .find({ copying_since: { $exists: false } }, { sort: { _id: 1 } })
    .toArray();
}

/** The project that a person created with this request, or null. */
export function findProjectCreatedBy(
  system: SystemDb,
  userId: string,
  requestId: string,
): Promise<ProjectRecord | null> {
  const filter = { 'made_by.user_id': userId, 'made_by.request_id': requestId };
  return openProjects(system).findOne({ made_by: { $exists: true }, ...filter }, sessionOptions(system));
}

/** The number of existing projects that a person has created, counted up to `max`. */
export function countProjectsCreatedBy(system: SystemDb, userId: string, max: number): Promise<number> {
  const filter = { made_by: { $exists: true }, 'made_by.user_id': userId };
  return openProjects(system).countDocuments(filter, { limit: max, ...sessionOptions(system) });
}

/**
 * Deletes the project's row, inside the transaction that also deletes keys and memberships. @returns whether it existed
 */
export async function deleteProject(db: ProjectDb): Promise<boolean> {
  const { deletedCount } = await openProjects(db.system).deleteOne({ _id: db.projectId }, sessionOptions(db));
  return deletedCount === 1;
}

/** The error for a project that was deleted during a request. The next request is rejected for its key. */
export function projectGone(): ApiError {
  return apiError('temporarily_unavailable', {});
}

const stateKeys = {
  default_release_id: 1,
  write_seq: 1,
  'modules.schema.version': 1,
  'modules.releases.version': 1,
  layout_version: 1,
  locales: 1,
  'settings.publish_approval': 1,
} as const;

/**
 * Fields that show whether a write has reserved the project, and for how long. Every write reads them with its update.
 */
const reservationKeys = {
  'reservation.id': 1,
  reservedMs: { $subtract: ['$reservation.until', '$$NOW'] },
} as const;

type ReservedRow = ProjectRecord & { reservedMs?: number | null };

/** The id of the write that has reserved the project, or null. */
function reservedFor({ reservation, reservedMs }: ReservedRow): string | null {
  return Number(reservedMs ?? 0) > 0 ? (reservation?.id ?? null) : null;
}

function stateOf(row: ProjectRecord): ProjectState {
  const { default_release_id: defaultReleaseId, write_seq: writeSeq } = row;
  return {
    defaultReleaseId,
    writeSeq,
    definitionsVersion: definitionsVersionOf(row),
    locales: localesOf(row),
    publishApproval: publishApprovalOf(row),
  };
}

/** The versions only grow, so their sum identifies one state of all three. */
export function definitionsVersionOf({
  modules: { schema, releases },
  layout_version = 0,
}: Pick<ProjectRecord, 'modules' | 'layout_version'>): number {
  return schema.version + releases.version + layout_version;
}

export async function projectState(db: ProjectDb): Promise<ProjectState> {
  const options = { projection: stateKeys, ...readingIn(db.session) };
  const projectRow = await openProjects(db.system).findOne({ _id: db.projectId }, options);
  if (projectRow === null) throw projectGone();
  return stateOf(projectRow);
}

/**
 * The state before the lock, the time of the newest change, and the id of the write that reserved the project, or null.
 */
export type LockedProject = ProjectState & { changedAt: Date; reservedFor: string | null };

/**
 * Counts a write at its start, so that other writes conflict with it from then on, and ends the reservation. A write
 * that finds the reservation of another write must not commit.
 */
export async function lockProject(db: ProjectDb): Promise<LockedProject> {
  const projectRow = await openProjects(db.system).findOneAndUpdate(
    { _id: db.projectId },
    { $inc: { write_seq: 1 }, $unset: { reservation: 1 } },
    {
      projection: { ...stateKeys, ...reservationKeys, changed_at: 1 },
      returnDocument: 'before',
      ...(db.session === null ? {} : { session: db.session }),
    },
  );
  if (projectRow === null) throw projectGone();
  return { ...stateOf(projectRow), changedAt: projectRow.changed_at, reservedFor: reservedFor(projectRow) };
}

/**
 * Reserves the project for the write `id`, unless another write has reserved it; outside of transactions. If a
 * transaction holds the row, MongoDB waits for its end, for `waitMs` at most.
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

/** Projects on one page of `findUnnormalized`, and values that one project's row lists. */
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

/** The stored count of a limit; 0 if it was never stored. */
export async function readUsage(db: ProjectDb, limit: CountedLimit): Promise<number> {
  const options = { projection: { [`usage.${limit}`]: 1 }, ...readingIn(db.session) };
  const row = await openProjects(db.system).findOne({ _id: db.projectId }, options);
  return row?.usage?.[limit] ?? 0;
}

/** Updates the project's row without counting a write. */
export async function changeProject(db: ProjectDb, update: UpdateFilter<ProjectRecord>): Promise<void> {
  await openProjects(db.system).updateOne(
    { _id: db.projectId },
    update,
    db.session === null ? {} : { session: db.session },
  );
}

export interface CountedWrite {
  now: Date;
  /** The modules that readers see changed. */
  modules: ReadonlySet<ChangeModule>;
  /** Whether receivers are notified. */
  hasEvents: boolean;
  newDefault: string | null;
  /** Whether the layout of a definition changes, which readers don't see. */
  changesLayout: boolean;
  /** Rows that the write adds to the audit log. */
  auditRows: number;
  /** Changes of the limited counts. */
  usage: ReadonlyMap<CountedLimit, number>;
}

/** The project's row after a write was counted in it. */
export interface StoredCount {
  before: ProjectState;
  revision: number;
  /** Whether readers see the write. */
  isSeen: boolean;
  /** The number of the newest audit row before the write. */
  auditSeq: number;
  usage: ReadonlyMap<CountedLimit, number>;
  /** The id of the write that has reserved the project, or null. */
  reservedFor: string | null;
}

/**
 * Counts a write in the project's row, which all writes of a project update near their end.
 * @returns the state that the write relied on, and the revision and the counts after it
 */
export async function countWrite(
  db: ProjectDb,
  { now, modules, hasEvents, newDefault, changesLayout, auditRows, usage }: CountedWrite,
): Promise<StoredCount> {
  const date = db.session === null ? null : comingDate(db.session);
  // A date that a draft save stores again is no change. A new date comes with a changed module.
  const isSeen = modules.size > 0 || hasEvents || newDefault !== null;
  const increments = Object.fromEntries([
    ...[...modules].map((name) => [`modules.${name}.version`, 1] as const),
    ...[...usage].map(([limit, by]) => [`usage.${limit}`, by] as const),
    ...(auditRows === 0 ? [] : [['audit_seq', auditRows] as const]),
    ...(changesLayout ? [['layout_version', 1] as const] : []),
  ]);
  // `$max`, so that a process with a slow clock, or a clone that ends late, doesn't set a time back.
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
  if (row === null) throw projectGone();
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

/** Replaces a limited count, inside the transaction that recounted. */
export function setUsage(db: ProjectDb, limit: CountedLimit, amount: number): Promise<void> {
  return changeProject(db, { $set: { [`usage.${limit}`]: amount } });
}

/**
 * Counts a manual invalidation, inside its transaction, so that its number reflects the order in which it was stored.
 * @returns its number, and the revision that it follows
 */
export async function countManualInvalidation(db: ProjectDb): Promise<{ revision: number; hand: number }> {
  const row = await openProjects(db.system).findOneAndUpdate(
    { _id: db.projectId },
    { $inc: { told_by_hand: 1 } },
    {
      projection: { revision: 1, told_by_hand: 1 },
      returnDocument: 'after',
      ...(db.session === null ? {} : { session: db.session }),
    },
  );
  if (row === null) throw projectGone();
  return { revision: row.revision, hand: row.told_by_hand ?? 1 };
}

/** Marks the cache tags of all earlier changes as pruned, in every project. */
export async function markTagsPruned(system: SystemDb): Promise<void> {
  await openProjects(system).updateMany({}, [{ $set: { forgotten_tags: '$revision' } }]);
}

/** Replaces the project's next date, unless someone has written since `writeSeq`. */
export async function setNextDate(db: ProjectDb, writeSeq: number, date: Date | null): Promise<void> {
  await openProjects(db.system).updateOne(
    { _id: db.projectId, write_seq: writeSeq },
    date === null ? { $unset: { next_date: true } } : { $set: { next_date: date } },
  );
}

/** Stores the name and the settings. */
export async function updateProject(
  db: ProjectDb,
  { name, settings }: Pick<ProjectRecord, 'name' | 'settings'>,
): Promise<void> {
  const within = db.session === null ? {} : { session: db.session };
  await openProjects(db.system).updateOne({ _id: db.projectId }, { $set: { name, settings } }, within);
}
