import type { Document } from 'mongodb';
import type { ProjectDb } from '../../../core/mongo/index.ts';
import { rows } from '../../../core/mongo/scope/scoped.ts';
import type { LineageSegment } from '../promote/ancestors.ts';
import { type Part, parts, unbounded } from './release-rows.ts';
import { removedSince } from '../repository.ts';
import type { WrittenRow } from '../promote/write-position.ts';

/** What is compared of a type or an entry, and how it is listed. */
export interface ComparedRow extends WrittenRow {
  key: string;
  label: { name?: string; type?: string };
}

/** How far `updated_at` may be behind the write's commit: clocks differ, and a request takes its time, in milliseconds. */
const lateMs = 5 * 60_000;
const pageSize = 1_000;

/** Rows of a release by their keys; all of them when no keys are given. Types that are being deleted are gone. */
export async function rowsByKey(
  db: ProjectDb,
  { releaseId, part, keys }: { releaseId: string; part: Part; keys: readonly string[] | null },
): Promise<Map<string, ComparedRow>> {
  const { collection, key, label } = part;
  const projection = {
    _id: 0,
    key: `$${key}`,
    revision: 1,
    updated_at: 1,
    write_seq: 1,
    state_of: 1,
    label: { [label]: `$${label}` },
  };
  const filter = {
    deleted_at: { $exists: false },
    ...(keys === null ? {} : { [key]: { $in: [...keys] } }),
  };
  const options = { projection, batchSize: pageSize, ...unbounded };
  const found = (await rows(db.release(releaseId), collection).find(filter, options)) as ComparedRow[];
  return new Map(found.map((row) => [row.key, row]));
}

/** Ids of entries that were written or removed in a stretch of a release, by the index of edits. */
export async function changedEntries(
  db: ProjectDb,
  { releaseId, since }: LineageSegment,
): Promise<Set<string>> {
  const from = new Date(since.at.getTime() - lateMs);
  const newer = [{ write_seq: { $gt: since.seq } }, { write_seq: { $exists: false } }];
  const filter: Document = {
    updated_at: { $gte: from },
    ...(since.seq === undefined ? {} : { $or: newer }),
  };
  const release = db.release(releaseId);
  const edited = await rows(release, parts.entries.collection).find(filter, {
    projection: { _id: 0, id: 1 },
    hint: 'by_edit',
    batchSize: 10 * pageSize,
    ...unbounded,
  });
  const changed = await removedSince(release, since);
  for (const { id } of edited) changed.add(String(id));
  return changed;
}

/** All ids of a release in their order, some at a time. */
export async function* allEntries(db: ProjectDb, releaseId: string): AsyncIterable<string[]> {
  for (let after = ''; ;) {
    const found = await rows(db.release(releaseId), parts.entries.collection).find(
      { id: { $gt: after } },
      { projection: { _id: 0, id: 1 }, sort: { id: 1 }, limit: pageSize, ...unbounded },
    );
    const page = found.map(({ id }) => String(id));
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return;
    after = last;
  }
}

/** Ids in their order, some at a time. */
export function* inPages(ids: ReadonlySet<string>): Iterable<string[]> {
  const sorted = [...ids].sort();
  for (let from = 0; from < sorted.length; from += pageSize) yield sorted.slice(from, from + pageSize);
}
