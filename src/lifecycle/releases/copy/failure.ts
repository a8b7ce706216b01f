import { isSnapshotTooOld } from '../../../core/mongo/index.ts';

/** The source was deleted before its copy started. */
export class SourceReleaseDeleted extends Error {
  constructor() {
    super('the release that is copied is gone');
  }
}

/** The reason of a clone whose process ended. */
export const interrupted = 'The process that made the copy ended before it was whole. Clone again.';

/** Returns why a clone failed and what to do, for people. */
export function reasonOf(error: unknown): string {
  if (error instanceof SourceReleaseDeleted)
    return 'The release that was copied was removed meanwhile. Clone another.';
  if (isSnapshotTooOld(error)) {
    return 'The copy took longer than the database keeps one moment (five minutes, unless its operator set minSnapshotHistoryWindowInSeconds). Clone again when it is less busy, or clone a smaller release.';
  }
  return 'The database did not answer. Clone again.';
}
