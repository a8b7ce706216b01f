import { setTimeout as pause } from 'node:timers/promises';
import { openSnapshot, type ProjectDb } from '../../../core/mongo/index.ts';
import { copySlice, countRows, readMoment, type Slice, type SourceMoment } from './copy-repository.ts';
import { parts } from './release-rows.ts';

/** In the order in which they are copied. */
const copied = [parts.types, parts.blocks, parts.entries];

/**
 * The copy rests after each slice for this part of the time that it took: most reads of others then fall into rests,
 * and their median stays what it is without a clone. A large copy, for which no person sits and waits, rests longer.
 */
const restShare = { small: 0.75, large: 0.9 };
const smallMax = 15_000;
const restMsMax = 300;

interface Copying {
  db: ProjectDb;
  from: string;
  to: string;
  /** Told after each slice; answers false to stop, when the clone is no longer wanted. */
  tell: (progress: { copied: number; total: number }) => Promise<boolean>;
}

/** A copy that is whole. */
export interface Copied extends SourceMoment {
  entryCount: number;
}

/**
 * Copies all rows of a release inside the database, as they were at one moment, while others go on writing
 * (specification: releases). The new release has no rows yet: one that was interrupted is removed, never continued.
 * @returns the number of entries and the moment, or null when it was stopped.
 */
export async function copyRelease({ db, from, to, tell }: Copying): Promise<Copied | null> {
  const session = openSnapshot(db.system);
  try {
    const tx = db.within(session);
    const moment = await readMoment(tx, from);
    const totals: number[] = [];
    for (const part of copied) totals.push(await countRows(tx.release(from), part));
    const total = totals.reduce((sum, count) => sum + count, 0);
    let count = 0;
    for (const part of copied) {
      for (let after: string | null = ''; after !== null;) {
        const startedAt = performance.now();
        const slice: Slice = await copySlice(tx.release(from), part, { to, after });
        const tookMs = performance.now() - startedAt;
        count += slice.count;
        after = slice.last;
        if (!(await tell({ copied: count, total }))) return null;
        const share = total > smallMax ? restShare.large : restShare.small;
        if (after !== null) await pause(Math.min(tookMs * share, restMsMax));
      }
    }
    return { entryCount: totals.at(-1) ?? 0, ...moment };
  } finally {
    await session.endSession();
  }
}
