import type { TxOperations } from '../../core/context/index.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import type { ReleaseRecord } from './schema.ts';

interface ReleaseEventInput {
  name: 'release.published' | 'release.updated' | 'release.deleted';
  /** The release before the change, except for the keys in the event. */
  release: ReleaseRecord;
  /** Whether it is the default release after the change. */
  isDefault: boolean;
  previous?: string;
}

/** Emits the event of a release's change (specification: event-data). */
export function emitReleaseEvent(
  tx: TxOperations<ProjectDb>,
  { name, release, isDefault, previous }: ReleaseEventInput,
): void {
  tx.emit({
    name,
    subject: release._id,
    revision: release.revision + 1,
    data: {
      id: release._id,
      name: release.name,
      default: isDefault,
      url: `/v1/releases/${release._id}`,
      ...(previous === undefined ? {} : { previous }),
    },
    isPublic: name === 'release.published',
  });
}
