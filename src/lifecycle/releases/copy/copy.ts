import { setTimeout as pause } from 'node:timers/promises';
import { openSnapshot, type ProjectDb } from '../../../core/mongo/index.ts';
import { copySlice, countRows, readMoment, type Slice, type SourceMoment } from './copy-repository.ts';
import { parts } from './release-rows.ts';

/** The order of copying. */
const copyOrder = [parts.types, parts.blocks, parts.entryLocales, parts.entries];

/**
 * After each slice the copy pauses for this share of the slice's time. Most reads of others then fall into
 * pauses, and their median latency stays as without a clone. A large copy pauses longer, because nobody
 * waits for it.
 */
const pauseShare = { small: 0.75, large: 0.9 };
const maxSmallRows = 15_000;
const maxPauseMs = 300;

interface CopyOptions {
  db: ProjectDb;
  from: string;
  to: string;
  /** Called after each slice; returns false to stop, if the clone is no longer needed. */
  report: (progress: { copied: number; total: number }) => Promise<boolean>;
}

/** A complete copy. */
export interface CopyResult extends SourceMoment {
  entryCount: number;
}

/**
 * Copies all rows of a release as they were at one moment, while others continue to write (specification:
 * releases). The new release must have no rows: an interrupted clone is removed and never continued.
 * @returns the number of entries and the moment, or null if stopped
 */
export async function copyRelease({ db, from, to, report }: CopyOptions): Promise<CopyResult | null> {
  const session = openSnapshot(db.system);
  try {
    const tx = db.within(session);
    const moment = await readMoment(tx, from);
    const totals: number[] = [];
    for (const part of copyOrder) totals.push(await countRows(tx.release(from), part));
    const total = totals.reduce((sum, count) => sum + count, 0);
    let count = 0;
    for (const part of copyOrder) {
      for (let after: string | null = ''; after !== null;) {
        const startedAt = performance.now();
        const slice: Slice = await copySlice(tx.release(from), part, { to, after });
        const tookMs = performance.now() - startedAt;
        count += slice.count;
        after = slice.last;
        if (!(await report({ copied: count, total }))) return null;
        const share = total > maxSmallRows ? pauseShare.large : pauseShare.small;
        if (after !== null) await pause(Math.min(tookMs * share, maxPauseMs));
      }
    }
    return { entryCount: totals.at(-1) ?? 0, ...moment };
  } finally {
    await session.endSession();
  }
}
