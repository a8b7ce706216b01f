import type { ProjectDb } from '../../core/mongo/index.ts';
import { changeProject } from './repository.ts';

/** Stores the revision up to which events were removed. */
export function notePrunedEvents(db: ProjectDb, revision: number): Promise<void> {
  return changeProject(db, { $max: { forgotten_revision: revision } });
}

/** Stores the position up to which invalidations were removed. */
export function notePrunedTags(
  db: ProjectDb,
  { revision, hand }: { revision: number; hand: number },
): Promise<void> {
  const byHand = hand === 0 ? {} : { forgotten_by_hand: { revision, hand } }; // compared key by key
  return changeProject(db, { $max: { forgotten_tags: revision, ...byHand } });
}
