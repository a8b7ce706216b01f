import type { Collection } from 'mongodb';
import { firstIdAt } from '../../contract/ids.ts';
import { projectCollection, type ProjectDb, type SystemDb } from '../../core/mongo/index.ts';
import { rows } from '../../core/mongo/scope/scoped.ts';
import { unscopedRows } from '../../core/mongo/scope/unscoped.ts';
import type { EventRecord } from './schema.ts';

/** The outbox, and the log that feeds are read from; of a change with events the first keeps its tags. */
export const events = projectCollection<EventRecord>('events', [
  // Each transaction with events moves the project's revision, so no event can be stored twice.
  { key: { project_id: 1, project_revision: 1, subject: 1, name: 1 }, unique: true },
  { key: { project_id: 1, _id: 1 } },
  { key: { fanned: 1, _id: 1 }, partialFilterExpression: { fanned: false } },
]);

/** The watcher follows all projects. */
function all(system: SystemDb): Collection<EventRecord> {
  return unscopedRows(system, events);
}

export function insertEvents(db: ProjectDb, records: readonly EventRecord[]): Promise<void> {
  return rows(db, events).insertMany(records);
}

/** An event while it is kept. */
export function findEvent(db: ProjectDb, id: string): Promise<EventRecord | null> {
  return rows(db, events).findOne({ _id: id });
}

/** Events without deliveries of all projects but some, oldest first. */
export function unfannedEvents(
  system: SystemDb,
  limit: number,
  exceptProjects: readonly string[] = [],
): Promise<EventRecord[]> {
  const except = exceptProjects.length === 0 ? {} : { project_id: { $nin: [...exceptProjects] } };
  return all(system)
    .find({ fanned: false, ...except })
    .sort({ _id: 1 })
    .limit(limit)
    .toArray();
}

/** When the oldest event was made that no deliveries were made from yet, or null. */
export async function oldestUnfanned(system: SystemDb): Promise<Date | null> {
  const oldest = await all(system).findOne(
    { fanned: false },
    { sort: { _id: 1 }, projection: { created_at: 1 }, timeoutMS: 1_000 },
  );
  return oldest?.created_at ?? null;
}

export async function markFanned(system: SystemDb, ids: readonly string[]): Promise<void> {
  await all(system).updateMany({ _id: { $in: [...ids] }, fanned: false }, { $set: { fanned: true } });
}

/** A project's events from a moment on, oldest first, after `afterId` when it is given. */
export function eventsFrom(
  db: ProjectDb,
  from: { since: Date; afterId: string | null },
  limit: number,
): Promise<EventRecord[]> {
  const begin = from.afterId === null ? { $gte: firstIdAt('event', from.since) } : { $gt: from.afterId };
  return rows(db, events).find({ _id: begin }, { sort: { _id: 1 }, limit });
}

/** A place in a project's events: after a revision, or after one event of it. */
export interface FeedPosition {
  revision: number;
  eventId: string | null;
  /** The number of the last invalidation by hand before it; 0 where that does not matter. */
  hand: number;
  /** Only events that were made later than this; null for all. */
  madeAfter: Date | null;
}

/** A project's events after a place and up to a revision, in the order of the changes. */
export function eventsAfter(
  db: ProjectDb,
  { place, upTo, onlyPublic }: { place: FeedPosition; upTo: number; onlyPublic: boolean },
  limit: number,
): Promise<EventRecord[]> {
  const { revision, eventId, madeAfter } = place;
  const later = { project_revision: { $gt: revision, $lte: upTo } };
  const rest = eventId === null ? [] : [{ project_revision: revision, _id: { $gt: eventId } }];
  return rows(db, events).find(
    {
      $or: [later, ...rest],
      ...(madeAfter === null ? {} : { created_at: { $gt: madeAfter } }),
      ...(onlyPublic ? { is_public: true } : {}),
    },
    { sort: { project_revision: 1, _id: 1 }, limit, projection: { tags: 0, hidden: 0 } },
  );
}

/** What is read of an event on which a change keeps its tags. */
type TaggedEvent = Pick<EventRecord, 'project_revision' | 'tags' | 'hidden' | 'created_at'>;

const ofTags = { _id: 0, project_revision: 1, tags: 1, hidden: 1, created_at: 1 } as const;

/** The events on which changes keep their tags, after a revision and up to another, in order. */
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
    { sort: { project_revision: 1 }, limit, projection: ofTags },
  );
}

/** The last events on which changes keep their tags, or the last of smaller revisions, newest first. */
export function taggedEventsBefore(
  db: ProjectDb,
  before: number | null,
  limit: number,
): Promise<TaggedEvent[]> {
  return rows(db, events).find(
    { ...(before === null ? {} : { project_revision: { $lt: before } }), tags: { $exists: true } },
    { sort: { project_revision: -1 }, limit, projection: ofTags },
  );
}

/** The events on which changes keep their tags, of these revisions. */
export function taggedEventsAt(db: ProjectDb, revisions: readonly number[]): Promise<TaggedEvent[]> {
  return rows(db, events).find(
    { project_revision: { $in: [...revisions] }, tags: { $exists: true } },
    { projection: ofTags },
  );
}

/** The revision of the last event made before a moment; 0 when there is none. */
export async function revisionBefore(db: ProjectDb, at: Date): Promise<number> {
  const earlier = { _id: { $lt: firstIdAt('event', at) } };
  const [last] = await rows(db, events).find(earlier, { sort: { _id: -1 }, limit: 1 });
  return last?.project_revision ?? 0;
}

/** Of the handled events made before a moment: the newest revision of each project. */
export function newestBefore(system: SystemDb, before: Date): Promise<{ _id: string; revision: number }[]> {
  return all(system)
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
  const old = { _id: { $lt: firstIdAt('event', before) }, fanned: true, ...except };
  return (await all(system).deleteMany(old)).deletedCount;
}
