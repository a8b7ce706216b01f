import { ApiError, apiError } from '../../../contract/errors/api-error.ts';
import type { EntryRecord } from '../store/schema.ts';
import type { ReleaseContext } from '../../../core/context/index.ts';
import {
  findEndError,
  invalidDate,
  invalidPublishAt,
  invalidUnpublishAt,
  findPublishAtError,
  readPublishAt,
  readPublishedAt,
  readUnpublishAt,
} from '../../../lifecycle/index.ts';
import type { WriteEntry } from '../schema.ts';

/** @throws nothing_to_update, the date errors */
export function checkNotEmpty(sent: WriteEntry): void {
  const hasLocales = Object.keys(sent.locales ?? {}).length > 0;
  if (sent.values !== undefined || sent.publish !== undefined || hasLocales) return;
  if (sent.published_at !== undefined) throw invalidDate('needs "publish": true on entries');
  if (sent.publish_at !== undefined)
    throw invalidPublishAt('needs "values" or "publish" beside it on entries ("values": {} is enough)');
  if (sent.unpublish_at !== undefined)
    throw invalidUnpublishAt('needs "values" or "publish" beside it on entries ("values": {} is enough)');
  throw apiError('nothing_to_update', {});
}

/** The dates of a write, with their errors. Null means now for the date, no scheduled change, and no end. */
export function readDates(
  { now }: ReleaseContext,
  before: EntryRecord,
  { publish, published_at: sent, publish_at, unpublish_at }: WriteEntry,
) {
  const errors: ApiError[] = [];
  const read = <T>(reading: () => T): T | undefined => {
    try {
      return reading();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      errors.push(error);
      return undefined;
    }
  };
  const date = sent === undefined ? undefined : read(() => readDate(publish, sent, now));
  const publishAt = publish_at == null ? publish_at : read(() => readPublishAt(publish_at, now));
  const unpublishAt = unpublish_at == null ? unpublish_at : read(() => readUnpublishAt(unpublish_at, now));
  const move = { publish, publishAt, unpublishAt };
  for (const error of [
    findPublishAtError(before, { ...move, publishedAt: sent }, now),
    findEndError(before, { ...move, publishedAt: date }, { now, mayWait: false }),
  ])
    if (error !== null) errors.push(error);
  return { date, publishAt, unpublishAt, errors };
}

/** `published_at` requires `publish: true` (specification: publish-dates). @throws the date errors */
function readDate(publish: boolean | undefined, sent: unknown, now: Date): Date | null {
  if (publish !== true) throw invalidDate('needs "publish": true on entries');
  return sent === null ? null : readPublishedAt(sent, now);
}
