import type { Collection } from 'mongodb';
import { firstIdAt } from '../../contract/ids.ts';
import { projectCollection, type ProjectDb, type SystemDb } from '../../core/mongo/index.ts';
import { rows } from '../../core/mongo/scope/scoped.ts';
import { unscopedRows } from '../../core/mongo/scope/unscoped.ts';
import type { EventRecord } from './schema.ts';

/** The outbox, which is also the log for feeds. The first event of a change contains the cache tags of the change. */
export const events = projectCollection<EventRecord>('events', [
  // Each transaction with events moves the project's revision, so no event can be stored twice.
  { key: { project_id: 1, project_revision: 1, subject: 1, name: 1 }, unique: true },
  { key: { project_id: 1, _id: 1 } },
  { key: { fanned: 1, _id: 1 }, partialFilterExpression: { fanned: false } },
]);

/** Events of all projects, for the watcher. */
function allEvents(system: SystemDb): Collection<EventRecord> {
  return unscopedRows(system, events);
}

export function insertEvents(db: ProjectDb, records: readonly EventRecord[]): Promise<void> {
  return rows(db, events).insertMany(records);
}

/** An event, until it is pruned. */
export function findEvent(db: ProjectDb, id: string): Promise<EventRecord | null> {
  return rows(db, events).findOne({ _id: id });
}

/** Events without deliveries, oldest first, except those of some projects. */
export function unfannedEvents(
  system: SystemDb,
  limit: number,
  exceptProjects: readonly string[] = [],
): Promise<EventRecord[]> {
  const except = exceptProjects.length === 0 ? {} : { project_id: { $nin: [...exceptProjects] } };
  return allEvents(system)
    .find({ fanned: false, ...except })
    .sort({ _id: 1 })
    .limit(limit)
    .toArray();
}

/** When the oldest event without deliveries was created, or null. */
export async function oldestUnfanned(system: SystemDb): Promise<Date | null> {
  const oldest = await allEvents(system).findOne(
    { fanned: false },
    { sort: { _id: 1 }, projection: { created_at: 1 }, timeoutMS: 1_000 },
  );
  return oldest?.created_at ?? null;
}

export async function markFanned(system: SystemDb, ids: readonly string[]): Promise<void> {
  await allEvents(system).updateMany({ _id: { $in: [...ids] }, fanned: false }, { $set: { fanned: true } });
}

/** A project's events since a time, oldest first; only those after `afterId` if it is given. */
export function eventsFrom(
  db: ProjectDb,
  from: { since: Date; afterId: string | null },
  limit: number,
): Promise<EventRecord[]> {
  const range = from.afterId === null ? { $gte: firstIdAt('event', from.since) } : { $gt: from.afterId };
  return rows(db, events).find({ _id: range }, { sort: { _id: 1 }, limit });
}

/** A position in a project's events: after a revision, or after one event of that revision. */
export interface FeedPosition {
  revision: number;
  eventId: string | null;
  /** The number of the last manual invalidation before the position; 0 if it doesn't matter. */
  hand: number;
  /** Only events that were created after this time; null for all. */
  createdAfter: Date | null;
}

/** A project's events after a position and up to a revision, in the order of the changes. */
export function eventsAfter(
  db: ProjectDb,
  { position, upTo, onlyPublic }: { position: FeedPosition; upTo: number; onlyPublic: boolean },
  limit: number,
): Promise<EventRecord[]> {
  const { revision, eventId, createdAfter } = position;
  const later = { project_revision: { $gt: revision, $lte: upTo } };
  const sameRevision = eventId === null ? [] : [{ project_revision: revision, _id: { $gt: eventId } }];
  return rows(db, events).find(
    {
      $or: [later, ...sameRevision],
      ...(createdAfter === null ? {} : { created_at: { $gt: createdAfter } }),
      ...(onlyPublic ? { is_public: true } : {}),
    },
    { sort: { project_revision: 1, _id: 1 }, limit, projection: { tags: 0, hidden: 0 } },
  );
}

/** The parts of an event that contain the cache tags of a change. */
type TaggedEvent = Pick<EventRecord, 'project_revision' | 'tags' | 'hidden' | 'created_at'>;

const tagProjection = { _id: 0, project_revision: 1, tags: 1, hidden: 1, created_at: 1 } as const;

/** Events with cache tags, after a revision and up to another, in order. */
export function taggedEventsAfter(
  db: ProjectDb,
  { after, upTo, from }: { after: number; upTo: number; from: Date | null },
  limit: number,
): Promise<TaggedEvent[]> {
  return rows(db, events).find(
    {
      project_revision: { $gt: after, $lte: upTo },
      tags: { $exists: true },
      ...(from === null ? {} : { created_at: { $gte: from } }),
    },
    { sort: { project_revision: 1 }, limit, projection: tagProjection },
  );
}

/** The last events with cache tags, newest first; only those before a revision if it is given. */
export function taggedEventsBefore(
  db: ProjectDb,
  before: number | null,
  limit: number,
): Promise<TaggedEvent[]> {
  return rows(db, events).find(
    { ...(before === null ? {} : { project_revision: { $lt: before } }), tags: { $exists: true } },
    { sort: { project_revision: -1 }, limit, projection: tagProjection },
  );
}

/** Events with cache tags, of these revisions. */
export function taggedEventsAt(db: ProjectDb, revisions: readonly number[]): Promise<TaggedEvent[]> {
  return rows(db, events).find(
    { project_revision: { $in: [...revisions] }, tags: { $exists: true } },
    { projection: tagProjection },
  );
}

/** The revision of the last event before a time; 0 if there is none. */
export async function revisionBefore(db: ProjectDb, at: Date): Promise<number> {
  const earlier = { _id: { $lt: firstIdAt('event', at) } };
  const [last] = await rows(db, events).find(earlier, { sort: { _id: -1 }, limit: 1 });
  return last?.project_revision ?? 0;
}

/** The newest revision of each project among the delivered events before a time. */
export function newestBefore(system: SystemDb, before: Date): Promise<{ _id: string; revision: number }[]> {
  return allEvents(system)
    .aggregate<{ _id: string; revision: number }>([
      { $match: { _id: { $lt: firstIdAt('event', before) }, fanned: true } },
      { $group: { _id: '$project_id', revision: { $max: '$project_revision' } } },
    ])
    .toArray();
}

export async function removeBefore(
  system: SystemDb,
  before: Date,
  exceptProjects: readonly string[],
): Promise<number> {
  const except = exceptProjects.length === 0 ? {} : { project_id: { $nin: [...exceptProjects] } };
  const filter = { _id: { $lt: firstIdAt('event', before) }, fanned: true, ...except };
  return (await allEvents(system).deleteMany(filter)).deletedCount;
}
