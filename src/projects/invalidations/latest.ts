import { taggedEventsBefore } from '../events/repository.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import { invalidationsBefore } from './repository.ts';
import type { InvalidationPosition, InvalidationRow } from './schema.ts';
import { comparePositions } from './invalidation-rows.ts';

/** The last invalidations of a project, newest first; only those before a position if it is given. */
export async function latestInvalidations(
  db: ProjectDb,
  before: InvalidationPosition | null,
  limit: number,
): Promise<InvalidationRow[]> {
  const [withoutEvents, withEvents] = await Promise.all([
    invalidationsBefore(db, before, limit),
    // A change comes before the manual invalidations at its revision.
    taggedEventsBefore(db, before === null ? null : before.revision + (before.hand > 0 ? 1 : 0), limit),
  ]);
  const rows = [...withoutEvents, ...withEvents.map((event) => ({ ...event, hand: 0 }))].map(
    ({ project_revision: revision, hand = 0, tags = [], hidden = [], created_at }) => ({
      revision,
      hand,
      tags,
      hidden,
      created_at,
    }),
  );
  return rows.sort((a, b) => comparePositions(b, a)).slice(0, limit);
}
