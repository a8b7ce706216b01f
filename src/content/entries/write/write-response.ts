import type { ReleaseContext } from '../../../core/context/index.ts';
import { respond, respondBriefly, type RouteResponse } from '../../../core/http/index.ts';
import { contextAfterWrite } from '../../../lifecycle/index.ts';
import { entryUrl } from '../editor/label.ts';
import { allBlocks, referenceResolver } from '../read/resolve.ts';
import type { WrittenEntry } from '../schema.ts';
import { serializeWritten } from '../serialize.ts';
import { writtenEntry, writtenLocaleKeys } from './locales/written.ts';
import type { EntryWarning, SavedEntry } from './saved-entry.ts';

/** Builds the response of a write, with references resolved in the release of the write. */
export async function writeResponse(
  context: ReleaseContext,
  { release, type, entry: record, written, warnings, isNew, preload }: SavedEntry,
): Promise<RouteResponse<WrittenEntry>> {
  const entry = writtenEntry(context, { type, entry: record, written });
  const inLocale =
    context.writtenLocale === undefined || written === null ? '' : `?locale=${written.locale.code}`;
  const location = `${entryUrl(type.kind, type.slug, entry.id)}${inLocale}`;
  const details = { revision: entry.revision, ...(isNew ? { status: 201 as const, location } : {}) };
  if (context.summarizes === true) return respondBriefly(entry, warnings, details);
  const item = { type, values: entry.draft };
  const reader = contextAfterWrite(context, release);
  const { serve } = await referenceResolver(reader, [item], preload, allBlocks(reader));
  const omitted: EntryWarning[] = [];
  const values = await serve(item, (field) => omitted.push(omittedWarning(context, field)));
  const keys = writtenLocaleKeys(context, { type, entry: record, written });
  const body = serializeWritten({ entry, keys }, values, [...warnings, ...omitted], context.now);
  return respond(body, details);
}

/** The write is committed, so a field too large for the response is null there, with a warning. */
function omittedWarning({ bounds }: ReleaseContext, field: string): EntryWarning {
  const message = `${field} is stored, but null in this response: with it, the response would exceed ${bounds.responseBytesMax} bytes.`;
  return { code: 'answer_shortened', message, param: field };
}
