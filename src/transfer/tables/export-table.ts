import { columnOfField } from '../../contract/tables/columns.ts';
import {
  type EntryRecord,
  loadCollection,
  sentValues,
  streamEntries,
  type TypeShape,
} from '../../content/index.ts';
import type { ReleaseContext } from '../../core/context/index.ts';
import { isYieldDue, yieldToEventLoop } from '../../core/util/index.ts';
import { publishedState } from '../../lifecycle/index.ts';
import { csvLine } from './csv-line.ts';
import { writeCell } from './write-cell.ts';

export const tableFormats = ['csv', 'ndjson'] as const;
export type TableFormat = (typeof tableFormats)[number];

/**
 * Yields the drafts of a content type as lines of CSV or NDJSON, in the order in which they were created. The first CSV line
 * is the header.
 * @throws unknown_content_type, not_a_collection
 */
export async function exportTable(
  context: ReleaseContext,
  slug: string,
  format: TableFormat,
): Promise<AsyncGenerator<string>> {
  const type = await loadCollection(context, slug);
  return format === 'csv' ? csvLines(context, type) : jsonLines(context, type);
}

async function* csvLines({ db, now }: ReleaseContext, type: TypeShape): AsyncGenerator<string> {
  yield csvLine([
    'id',
    'status',
    'published_at',
    'created_at',
    'updated_at',
    ...type.fields.map(columnOfField),
  ]);
  for await (const entry of streamEntries(db, type.slug)) {
    if (isYieldDue()) await yieldToEventLoop();
    const { created_at, updated_at } = publishedState(entry, now);
    const { id, status, published_at, values } = exportedEntry(type, entry, now);
    const cells = type.fields.map((field) => writeCell(field, values[field.key]));
    yield csvLine([id, status, published_at ?? '', created_at, updated_at, ...cells]);
  }
}

async function* jsonLines({ db, now }: ReleaseContext, type: TypeShape): AsyncGenerator<string> {
  for await (const entry of streamEntries(db, type.slug)) {
    if (isYieldDue()) await yieldToEventLoop();
    yield `${JSON.stringify(exportedEntry(type, entry, now))}\n`;
  }
}

/** A scheduled entry is exported as published, with its date. */
function exportedEntry(type: TypeShape, entry: EntryRecord, now: Date) {
  const { status, published_at } = publishedState(entry, now);
  return {
    id: entry.id,
    status: status === 'draft' ? 'draft' : 'published',
    published_at,
    values: sentValues(type, entry.draft),
  };
}
