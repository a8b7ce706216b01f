import type { NewEvent } from '../../contract/events/events.ts';
import type { Tx, ProjectContext } from '../../core/context/index.ts';
import type { MediaRecord } from './schema.ts';
import { codesOfChange } from './locales.ts';
import { allUsesOf } from './used-by.ts';

/** Emits the event of a change, with the pages that use the asset in this transaction (specification: event-data). */
export async function emitMediaEvent(
  tx: Tx<ProjectContext>,
  { record, before, verb }: { record: MediaRecord; before: MediaRecord; verb: 'updated' | 'deleted' },
): Promise<void> {
  const project = { ...tx.project, defaultReleaseId: await tx.defaultReleaseId() };
  const uses = await allUsesOf({ ...tx, project }, record._id);
  const { _id: id, file_name, content_type, alt, width, height, status, revision } = record;
  const locales = await codesOfChange(tx, before, record);
  const event: NewEvent = {
    name: `media.asset.${verb}`,
    subject: id,
    revision,
    data: {
      id,
      file_name,
      content_type,
      alt,
      width,
      height,
      status,
      updated_at: record.updated_at.toISOString(),
      revision,
      ...uses,
      ...(locales.length === 0 ? {} : { locales }),
    },
    isPublic: false,
  };
  tx.emit(event);
}
