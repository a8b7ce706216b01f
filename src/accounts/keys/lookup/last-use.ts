import { runInBackground } from '../../../core/util/index.ts';
import type { SystemDb } from '../../../core/mongo/index.ts';
import { storeUse } from '../repository.ts';

/** Milliseconds between two stored uses of a key by one process. */
const storeEveryMs = 60_000;

/**
 * Returns a function that stores when a key was last used. Requests don't wait for it, and a busy key costs
 * one small update a minute. Memory contains the keys of the last one or two minutes.
 */
export function createUseRecorder(system: SystemDb, store = storeUse): (hash: string, now: Date) => void {
  let periodStartMs = 0;
  let newer = new Map<string, number>();
  let older = newer;
  return (hash, now) => {
    const ms = now.getTime();
    if (Math.abs(ms - periodStartMs) >= storeEveryMs) {
      periodStartMs = ms;
      older = newer;
      newer = new Map();
    }
    const last = newer.get(hash) ?? older.get(hash);
    if (last !== undefined && ms - last < storeEveryMs) return;
    newer.set(hash, ms);
    runInBackground('note the use of a key', () => store(system, hash, now));
  };
}
