import { grantedBy, projectCollection, type ProjectDb } from '../../core/mongo/index.ts';
import { rows } from '../../core/mongo/scope/scoped.ts';
import { whole } from '../../core/mongo/scope/whole.ts';
import type { ThreadRecord } from './schema.ts';

const latestFirst = { resolved: 1, latest_at: -1, _id: -1 } as const;

/**
 * Threads of comments. A thread can have megabytes, so indexes contain all that filters need: a narrowed member's list
 * reads only the threads that it returns, and counts read none.
 */
export const threads = grantedBy(
  projectCollection<ThreadRecord>('comments', [
    { key: { project_id: 1, item: 1, ...latestFirst }, name: 'of_item' },
    { key: { project_id: 1, ...latestFirst, kind: 1, type: 1 }, name: 'latest' },
    { key: { project_id: 1, people: 1, ...latestFirst, kind: 1, type: 1 }, name: 'of_person' },
  ]),
  { areas: ['content'], rows: { kind: 'entry' }, typeKey: 'type' },
  { areas: ['blog'], rows: { kind: 'blog_article' } },
  { areas: ['kb'], rows: { kind: 'kb_article' } },
);

/** Counts the open threads of items that the caller can see, in one command that reads an index only. */
export async function countOpenThreads(
  db: ProjectDb,
  items: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (items.length === 0) return new Map();
  const counts = await rows(whole(db), threads).aggregate<{ _id: string; count: number }>(
    { item: { $in: [...items] }, resolved: false },
    [{ $group: { _id: '$item', count: { $sum: 1 } } }],
    { hint: 'of_item' },
  );
  return new Map(counts.map(({ _id, count }) => [_id, count]));
}
