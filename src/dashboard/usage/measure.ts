import { setTimeout as pause } from 'node:timers/promises';
import { hourMs } from '../../contract/time.ts';
import { sizeOfMedia } from '../../content/index.ts';
import { projectLoop } from '../../core/jobs/index.ts';
import type { JobParts } from '../../core/context/index.ts';
import {
  type AnyCollection,
  isTimeLimitExceeded,
  measureRows,
  type ProjectDb,
} from '../../core/mongo/index.ts';
import { sizeOfTrashedFiles } from '../../lifecycle/index.ts';
import { allProjects, readRevisions } from '../../projects/index.ts';
import { startOfDay } from './figures.ts';
import { readWarnings } from './read.ts';
import { checkedProjects, markChecked, readLastSizes, storeSize } from './repository.ts';
import type { CollectionSize, StoredSize } from './schema.ts';

interface MeasureParts {
  /** All collections. Those of projects are measured. */
  readonly collections: readonly AnyCollection[];
  readonly now: Date;
}

/** The longest pause between two projects, in milliseconds. */
const pauseMsMax = 5_000;

/** Measures a project and stores the result as that of the day. */
export async function measureProject(db: ProjectDb, { collections, now }: MeasureParts): Promise<void> {
  const sizes: CollectionSize[] = [];
  for (const { name, scope } of collections) {
    if (scope === 'system') continue;
    const size = await measureCollection(db, name);
    if (size.rows > 0) sizes.push(size);
  }
  const library = await sizeOfMedia(db);
  const trash = await sizeOfTrashedFiles(db);
  const storage: StoredSize = {
    measured_at: now,
    rows: sizes.reduce((sum, { rows }) => sum + rows, 0),
    database_bytes: sizes.reduce((sum, { bytes }) => sum + bytes, 0),
    files: library.count + trash.count,
    file_bytes: library.bytes + trash.bytes,
    collections: sizes.sort((a, b) => b.bytes - a.bytes),
  };
  const exists = (await readRevisions(db.system, [db.projectId])).has(db.projectId);
  if (exists) await storeSize(db, startOfDay(now), storage);
}

/** A collection that can't be measured in time keeps its last size, or has none if it was never measured. */
async function measureCollection(db: ProjectDb, name: string): Promise<CollectionSize> {
  try {
    const { rows, bytes, isEstimated } = await measureRows(db, name);
    return { name, rows, bytes, is_estimated: isEstimated };
  } catch (error) {
    if (!isTimeLimitExceeded(error)) throw error;
    const lastSize = (await readLastSizes(db)).find((size) => size.name === name);
    return { rows: 0, bytes: 0, ...lastSize, name, is_estimated: true };
  }
}

type JobOfMeasuring = Pick<JobParts, 'system' | 'clock' | 'log' | 'collections' | 'stopping'>;

/**
 * Measures each project once a day, one after another, and logs warnings about its limits. After each project the job
 * rests as long as it worked. A project that can't be measured is tried again and stops no other.
 */
export async function measureDueProjects(parts: JobOfMeasuring): Promise<void> {
  const { system, clock, log, collections, stopping } = parts;
  const checkedIds = await checkedProjects(system, startOfDay(clock.now()));
  const loop = projectLoop(system, 'usage.measure', hourMs);
  for (const { _id: projectId, settings } of await allProjects(system)) {
    if (stopping?.aborted === true) return;
    if (checkedIds.has(projectId)) continue;
    const db = system.project(projectId);
    const startedAt = performance.now();
    await loop.run(projectId, async () => {
      const now = clock.now();
      await measureProject(db, { collections, now });
      for (const { limit, used, max } of await readWarnings(db, settings.usage_limits, now))
        log.warn(
          { project: projectId, limit, used, max },
          used < max ? 'a project has used 80 % of a usage limit' : 'a project has reached a usage limit',
        );
      await markChecked(db, startOfDay(now), now);
    });
    const options = stopping === undefined ? {} : { signal: stopping };
    const pauseMs = Math.min(pauseMsMax, performance.now() - startedAt);
    await pause(pauseMs, undefined, options).catch(() => undefined); // stopped
  }
}
