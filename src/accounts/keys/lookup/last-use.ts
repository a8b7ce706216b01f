import { runInBackground } from '../../../core/util/index.ts';
import type { SystemDb } from '../../../core/mongo/index.ts';
import { noteUse } from '../repository.ts';

/** A key's use is noted this often by each process, in milliseconds. */
const everyMs = 60_000;

/**
 * Makes what notes when a key was used last: no request waits for it, and a busy key costs one small update a minute,
 * however many keys are busy. What is remembered is the keys of one or two minutes.
 */
export function lastUse(system: SystemDb, note = noteUse): (hash: string, now: Date) => void {
  let begunMs = 0;
  let newer = new Map<string, number>();
  let older = newer;
  return (hash, now) => {
    const ms = now.getTime();
    if (Math.abs(ms - begunMs) >= everyMs) {
      begunMs = ms;
      older = newer;
      newer = new Map();
    }
    const last = newer.get(hash) ?? older.get(hash);
    if (last !== undefined && ms - last < everyMs) return;
    newer.set(hash, ms);
    runInBackground('note the use of a key', () => note(system, hash, now));
  };
}
