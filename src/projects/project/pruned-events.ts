import type { ProjectDb } from '../../core/mongo/index.ts';
import { changeProject } from './repository.ts';

/** Notes that events up to a revision are gone from the log. */
export function noteForgotten(db: ProjectDb, revision: number): Promise<void> {
  return changeProject(db, { $max: { forgotten_revision: revision } });
}

/**
 * Notes that the invalidations up to a position are gone: of changes up to a revision, and of what was invalidated by
 * hand there.
 */
export function noteForgottenTags(
  db: ProjectDb,
  { revision, hand }: { revision: number; hand: number },
): Promise<void> {
  const byHand = hand === 0 ? {} : { forgotten_by_hand: { revision, hand } }; // compared key by key
  return changeProject(db, { $max: { forgotten_tags: revision, ...byHand } });
}
