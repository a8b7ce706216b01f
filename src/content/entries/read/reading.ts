import { urlValue } from '../../../contract/text/clip.ts';
import { previewRoot } from '../../../contract/drafts.ts';
import { idPrefixes, isId } from '../../../contract/ids.ts';
import { ApiError, apiError, type ErrorHints } from '../../../contract/errors/api-error.ts';
import { slugPattern } from '../../../contract/text/slugs.ts';
import { loadShape, type TypeShape } from '../../types/lookup.ts';
import type { TypeRecord } from '../../types/schema.ts';
import type { EntryRecord } from '../store/schema.ts';
import { findEntry, findSingleton } from '../store/repository.ts';
import type { Field } from '../../fields/schema.ts';
import { fieldKindOf } from '../../fields/kinds.ts';
import { checkMediaUrls } from '../../links/media-urls.ts';
import { draftPathOf, type ReleaseContext } from '../../../core/context/index.ts';
import { type RouteResponse, respond } from '../../../core/http/index.ts';
import { previewState, statusAt, visibleAt } from '../../../lifecycle/index.ts';
import { localeHints, singleKeys } from '../locales/response.ts';
import { documentContext, serveEntry } from '../locales/serve.ts';
import { narrowType } from './chosen-fields.ts';
import type { ReferenceItem } from './references.ts';
import { FieldTooLarge, referenceResolver } from './resolve.ts';
import type { Entry, ReadQuery } from '../schema.ts';
import { serializeEntry } from '../serialize.ts';

const slugForm = new RegExp(slugPattern);

/** A collection type by its slug. @throws unknown_content_type, not_a_collection */
export async function loadCollection(context: ReleaseContext, slug: string): Promise<TypeShape> {
  const type = await loadShape(context, slug);
  if (type.kind === 'singleton') throw apiError('not_a_collection', { slug }, { param: 'type' });
  return type;
}

/** An entry of a type, live or not. @throws unknown_entry */
export async function loadEntry(
  context: ReleaseContext,
  type: TypeRecord,
  entryId: string,
): Promise<EntryRecord> {
  const isWellFormed = isId('entry', entryId);
  if (isWellFormed) context.cacheTags?.entry(entryId, type.slug);
  const entry = isWellFormed ? await findEntry(context.db, entryId) : null;
  if (entry === null || entry.type !== type.slug) throw unknownEntry(context, type, entryId);
  return entry;
}

/** The error for an id without an entry in the type. It has advice for a slug or an id of another system. */
function unknownEntry({ db }: ReleaseContext, { slug, fields }: TypeRecord, entryId: string): ApiError {
  if (entryId.startsWith(`${idPrefixes.entry}_`))
    return apiError('unknown_entry', { entryId }, { param: 'entryId' });
  const list = listPath(db, slug);
  const isSlug = slugForm.test(entryId) && /[a-z]/.test(entryId) && fields.some(isSlugField);
  const advice = isSlug
    ? `To find an entry by slug, use ${list}?where[slug]=${urlValue(entryId)}.`
    : `Use GET ${list} to list entries.`;
  return new ApiError('unknown_entry', `Entry IDs begin with ent_. ${advice}`, { param: 'entryId' });
}

/**
 * Reads a published entry of a collection.
 * @throws unknown_content_type, not_a_collection, unknown_field, unknown_entry, entry_not_published
 */
export async function readEntry(
  context: ReleaseContext,
  slug: string,
  entryId: string,
  query: ReadQuery,
): Promise<RouteResponse<Entry>> {
  checkMediaUrls(context, query);
  const type = await loadCollection(context, slug);
  const visibleType = narrowType(type, query);
  if (entryId === 'entries') throw entriesPath(context, type);
  const record = await loadEntry(documentContext(context, type), type, entryId);
  const servedEntry = serveEntry(context, type, record);
  const { entry } = servedEntry;
  const values = visibleAt(entry, context.now);
  if (values === null) {
    const hints = { ...whenAvailable(context, entry), ...localeHints(context, type, record) };
    const draftPath = draftPathOf(context, `/v1/content/${slug}/${entryId}`);
    const { available_at: availableAt, locale, locales } = hints;
    throw apiError('entry_not_published', { entryId, availableAt, draftPath, locale, locales }, hints);
  }
  const form = await serveOne(context, { type: visibleType, values });
  const keys = singleKeys(context, { type, visibleType }, { served: servedEntry, record });
  const body = { ...serializeEntry(entry, form.served, context.now), ...keys };
  return respond(body, { revision: entry.live_revision ?? entry.revision, validUntil: form.validUntil });
}

function isSlugField(field: Field): boolean {
  return field.key === 'slug' && fieldKindOf(field).operators.includes('eq');
}

/** The path of the list, in the API or in previews. */
function listPath({ readsLive }: ReleaseContext['db'], slug: string): string {
  return `${readsLive ? '/v1' : previewRoot}/content/${slug}`;
}

/** The error for a GET of the path of creations, which callers mistake for the list. */
function entriesPath({ db }: ReleaseContext, { slug }: TypeRecord): ApiError {
  const message = `To list entries, use GET ${listPath(db, slug)}. The path /entries is only for POST.`;
  return new ApiError('unknown_entry', message, { param: 'entryId' });
}

/**
 * Reads the published values of a singleton, without an envelope (specification: envelope).
 * @throws unknown_field, content_not_published
 */
export async function readSingleton(
  context: ReleaseContext,
  type: TypeShape,
  query: ReadQuery,
): Promise<RouteResponse<Record<string, unknown>>> {
  checkMediaUrls(context, query);
  const visibleType = narrowType(type, query);
  context.cacheTags?.entriesOf(type.slug);
  const record = await findSingleton(documentContext(context, type).db, type.slug);
  const servedEntry = record === null ? null : serveEntry(context, type, record);
  const entry = servedEntry?.entry ?? null;
  const values = visibleAt(entry, context.now);
  if (record === null || servedEntry === null || entry === null || values === null) {
    const hints = { ...whenAvailable(context, entry), ...localeHints(context, type, record) };
    const { locale, locales } = hints;
    throw apiError('content_not_published', { slug: type.slug, locale, locales }, hints);
  }
  context.cacheTags?.entry(entry.id, type.slug);
  const { served, validUntil } = await serveOne(context, { type: visibleType, values });
  const state = previewState(entry, context.now);
  const headers = {
    ...(state === undefined ? {} : { 'X-Preview-State': JSON.stringify(state) }),
    ...localeHeaders(context, { type, visibleType }, { served: servedEntry, record }),
  };
  return respond(served, {
    revision: entry.live_revision ?? entry.revision,
    validUntil,
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
  });
}

/** The headers with the keys that a single read in a locale adds; none without a locale. */
function localeHeaders(...read: Parameters<typeof singleKeys>): Record<string, string> {
  const { locale, locales = [], fallbacks = {} } = singleKeys(...read);
  if (locale === undefined) return {};
  const sources = Object.entries(fallbacks).map(([name, source]) => `${name}=${source}`);
  return {
    'Content-Language': locale,
    'X-Locales': locales.join(', '),
    ...(sources.length === 0 ? {} : { 'X-Locale-Fallbacks': sources.join(', ') }),
  };
}

/** @throws query_too_expensive with the field that makes the response too large */
export async function serveOne(context: ReleaseContext, item: ReferenceItem) {
  const { serve, validUntil } = await referenceResolver(context, [item]);
  try {
    return { served: await serve(item), validUntil };
  } catch (error) {
    throw error instanceof FieldTooLarge ? tooLarge(context, error.field) : error;
  }
}

/** The error for a response that is too large because of a field or a parameter. */
export function tooLarge({ bounds }: ReleaseContext, name: string): ApiError {
  return apiError('query_too_expensive', { name, bytesMax: bounds.responseBytesMax }, { param: name });
}

/** The start date of a scheduled entry as an error hint. */
function whenAvailable(context: ReleaseContext, entry: EntryRecord | null): ErrorHints {
  const isScheduled = entry !== null && statusAt(entry, context.now) === 'scheduled';
  return isScheduled && entry.live_at !== null ? { available_at: entry.live_at.toISOString() } : {};
}
