import { LRUCache } from 'lru-cache';
import { runInBackground } from '../platform/background.ts';
import type { SystemDb } from '../platform/mongo/handle.ts';
import { noteUse } from './repository.ts';

/** A key's use is noted this often by each process, in milliseconds. */
const everyMs = 60_000;

/**
 * Makes what notes when a key was used last: no request waits for it, and a busy key costs one small update a minute.
 */
export function lastUse(system: SystemDb): (hash: string, now: Date) => void {
  const notedAt = new LRUCache<string, number>({ max: 10_000 });
  return (hash, now) => {
    const last = notedAt.get(hash);
    if (last !== undefined && now.getTime() - last < everyMs) return;
    notedAt.set(hash, now.getTime());
    runInBackground('note the use of a key', () => noteUse(system, hash, now));
  };
}
