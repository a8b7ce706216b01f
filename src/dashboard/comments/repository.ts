import { entries, type EntryRecord } from '../../content/index.ts';
import type { CollectionSpec, ProjectDb, ReleaseDb, SystemDb, Within } from '../../core/mongo/index.ts';
import { rows } from '../../core/mongo/scope/scoped.ts';
import { sessionOptions, unscopedRows } from '../../core/mongo/scope/unscoped.ts';
import { type ThreadRecord, threads } from '../../lifecycle/index.ts';
import { type AnyArticle, articles } from '../../modules/index.ts';

/** A page ends before these bytes of stored threads, except that one thread always fits. */
export const pageBytesMax = 1024 * 1024;
/** Characters of an item's title that lists read. */
export const titleChars = 200;

/** The position of a thread in a list, latest message first. */
export interface ThreadPosition {
  at: Date;
  id: string;
}

interface ThreadPage {
  item: string | null;
  /** The member who wrote in the threads or is mentioned; null for anyone. */
  memberId: string | null;
  /** Null for resolved and open ones. */
  resolved: boolean | null;
  after: ThreadPosition | null;
  limit: number;
}

/**
 * Reads a page of threads by their latest message, in one command whose reply has at most 16 MiB. A page ends early if
 * its threads are long.
 */
export async function findThreads(
  db: ProjectDb,
  { item, memberId, resolved, after, limit }: ThreadPage,
): Promise<{ threads: ThreadRecord[]; hasMore: boolean }> {
  const filter: Within<ThreadRecord> = {
    $and: [
      { resolved: resolved ?? { $in: [false, true] } },
      ...(item === null ? [] : [{ item }]),
      ...(memberId === null ? [] : [{ people: memberId }]),
      ...(after === null ? [] : [olderThan(after)]),
    ],
  };
  const hint = item !== null ? 'of_item' : memberId !== null ? 'of_person' : 'latest';
  const page: ThreadRecord[] = [];
  let bytes = 0;
  const isWhole = await rows(db, threads).findWhile(
    filter,
    { sort: { latest_at: -1, _id: -1 }, limit: limit + 1, hint },
    (thread, threadBytes) => {
      bytes += threadBytes;
      const fits = page.length === 0 || (page.length < limit && bytes <= pageBytesMax);
      if (fits) page.push(thread);
      return fits;
    },
  );
  return { threads: page, hasMore: !isWhole };
}

function olderThan({ at, id }: ThreadPosition): Within<ThreadRecord> {
  return {
    latest_at: { $lte: at },
    $or: [{ latest_at: { $lt: at } }, { latest_at: at, _id: { $lt: id } }],
  };
}

export function findThread(db: ProjectDb, id: string): Promise<ThreadRecord | null> {
  return rows(db, threads).findOne({ _id: id });
}

/** A thread without its messages. */
export function findThreadHead(
  db: ProjectDb,
  id: string,
): Promise<Pick<ThreadRecord, '_id' | 'item' | 'kind' | 'type'> | null> {
  return rows(db, threads).findOne({ _id: id }, { projection: { item: 1, kind: 1, type: 1 } });
}

/** Counts the threads of an item, up to `max`. */
export function countThreads(db: ProjectDb, item: string, max: number): Promise<number> {
  return rows(db, threads).count({ item }, max, { hint: 'of_item' });
}

export function insertThread(db: ProjectDb, thread: ThreadRecord): Promise<void> {
  return rows(db, threads).insertOne(thread);
}

export async function replaceThread(db: ProjectDb, thread: ThreadRecord): Promise<void> {
  await rows(db, threads).replaceOne({ _id: thread._id }, thread);
}

export async function deleteThread(db: ProjectDb, id: string): Promise<void> {
  await rows(db, threads).deleteOne({ _id: id });
}

/** Records that a member read a thread. Of two times the later one stays. */
export async function storeRead(
  db: ProjectDb,
  id: string,
  { memberId, now }: { memberId: string; now: Date },
): Promise<void> {
  await rows(db, threads).updateOne({ _id: id }, { $max: { [`read.${memberId}`]: now } });
}

/** An entry in a list of threads: the texts that can label it, and who requested its review. */
export type ListedEntry = Pick<EntryRecord, 'id' | 'type' | 'draft' | 'review'>;

/** Reads entries by their ids, with at most 200 characters of each label. */
export function findListedEntries(
  db: ReleaseDb,
  ids: readonly string[],
  labels: readonly string[],
): Promise<ListedEntry[]> {
  const draft =
    labels.length === 0
      ? { $literal: {} }
      : Object.fromEntries(labels.map((key) => [key, firstChars(`$draft.${key}`)]));
  return rows(db, entries).find(
    { id: { $in: [...ids] } },
    { projection: { id: 1, type: 1, 'review.requested_by.id': 1, draft } },
  );
}

/** The first characters of a text; numbers stay. */
function firstChars(path: string) {
  const number = { $cond: [{ $isNumber: path }, path, null] };
  return { $cond: [{ $eq: [{ $type: path }, 'string'] }, { $substrCP: [path, 0, titleChars] }, number] };
}

export type ListedArticle = Pick<AnyArticle, '_id' | 'module' | 'draft' | 'review'>;

export function findListedArticles(db: ProjectDb, ids: readonly string[]): Promise<ListedArticle[]> {
  const projection = { module: 1, 'draft.title': 1, 'review.requested_by.id': 1 };
  return rows(db, articles).find({ _id: { $in: [...ids] } }, { projection });
}

/** The ids of all projects with threads. */
export function projectsWithThreads(system: SystemDb): Promise<string[]> {
  const owned = threads as CollectionSpec<ThreadRecord & { project_id: string }>;
  return unscopedRows(system, owned).distinct('project_id');
}

/** Returns the items of the next threads after an item, each once. Reads an index only. */
export async function itemsWithThreads(db: ProjectDb, after: string, limit: number): Promise<string[]> {
  const items = await rows(db, threads).find(
    { item: { $gt: after } },
    { sort: { item: 1 }, limit, projection: { _id: 0, item: 1 }, hint: 'of_item' },
  );
  return [...new Set(items.map(({ item }) => item))];
}

/** The ids among `ids` of entries of a release and of articles. */
export async function existingItems(
  db: ProjectDb,
  releases: readonly string[],
  ids: readonly string[],
): Promise<string[]> {
  const entryIds: string[] = [];
  for (const release of releases) {
    const entryRows = await rows(db.release(release), entries).find(
      { id: { $in: [...ids] } },
      { projection: { id: 1 } },
    );
    entryIds.push(...entryRows.map(({ id }) => id));
  }
  const articleRows = await rows(db, articles).find({ _id: { $in: [...ids] } }, { projection: { _id: 1 } });
  return [...entryIds, ...articleRows.map(({ _id }) => _id)];
}

export function deleteThreadsOf(db: ProjectDb, items: readonly string[]): Promise<number> {
  return rows(db, threads).deleteMany({ item: { $in: [...items] } });
}

/** Renames a person in the comments of all projects. Reads every row, so it is only for an operator's command. */
export async function renameInThreads(system: SystemDb, id: string, name: string): Promise<void> {
  const all = unscopedRows<ThreadRecord>(system, threads);
  const options = sessionOptions(system);
  await all.updateMany({ 'resolved_by.id': id }, { $set: { 'resolved_by.name': name } }, options);
  const names = [
    ['messages.$[one].by.name', 'one.by.id'],
    ['messages.$[].mentions.$[one].name', 'one.id'],
  ] as const;
  for (const [path, idPath] of names)
    await all.updateMany(
      { people: id },
      { $set: { [path]: name } },
      { ...options, arrayFilters: [{ [idPath]: id }] },
    );
}
