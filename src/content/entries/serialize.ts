import type { EntryRecord } from './store/schema.ts';
import { previewState, publishedState } from '../../lifecycle/index.ts';
import type { Entry, WrittenEntry } from './schema.ts';

type ServedValues = Record<string, unknown>;

/** The response form of an entry's live snapshot. `values` are already in their response form. */
export function serializeEntry(
  entry: Pick<
    EntryRecord,
    'id' | 'published_at' | 'live_updated_at' | 'updated_at' | 'created_at' | 'live_revision' | 'revision'
  >,
  values: ServedValues,
  now: Date,
): Entry {
  const state = previewState(entry, now);
  return {
    id: entry.id,
    values,
    published_at: (entry.published_at ?? entry.created_at).toISOString(),
    updated_at: (entry.live_updated_at ?? entry.updated_at).toISOString(),
    created_at: entry.created_at.toISOString(),
    revision: entry.live_revision ?? entry.revision,
    ...(state === undefined ? {} : { state }),
  };
}

/** The response of a write: the draft and the state of the entry (specification: write-answers). */
export function serializeWritten(
  { entry, keys = {} }: { entry: EntryRecord; keys?: Partial<WrittenEntry> },
  values: ServedValues,
  warnings: readonly object[],
  now: Date,
): WrittenEntry {
  const { status, ...state } = publishedState(entry, now);
  if (status === 'archived') throw new Error('entries are never archived');
  return {
    id: entry.id,
    status,
    values,
    ...state,
    ...keys,
    ...(warnings.length > 0 ? { meta: { warnings: warnings as { code: string; message: string }[] } } : {}),
  };
}
