import { isDeepStrictEqual } from 'node:util';
import { storageKeyOf } from '../../../contract/fields/storage-key.ts';
import { apiError, ApiError } from '../../../contract/errors/api-error.ts';
import {
  type LocaleRead,
  type LocaleRecord,
  type ReleaseContext,
  withLocale,
} from '../../../core/context/index.ts';
import { type RouteResponse, respond, type WhereFilter } from '../../../core/http/index.ts';
import { visibleAt, visibleIn } from '../../../lifecycle/index.ts';
import { checkMediaUrls } from '../../links/media-urls.ts';
import type { TypeShape } from '../../types/lookup.ts';
import { servedChain } from '../../../projects/index.ts';
import { hasLocalizedFields } from '../../fields/locales/own-values.ts';
import { localeHints, singleKeys } from '../locales/response.ts';
import { documentContext, rowContext, serveEntry } from '../locales/serve.ts';
import { findEntries } from '../store/repository.ts';
import type { EntryRecord } from '../store/schema.ts';
import { narrowType } from '../read/chosen-fields.ts';
import { loadCollection, serveOne } from '../read/reading.ts';
import type { EntryMatch, ReadQuery } from '../schema.ts';
import { serializeEntry } from '../serialize.ts';
import { findListed } from '../store/queries/list-repository.ts';
import type { PlannedFilter } from './filter-plan.ts';
import { planFilters } from './filters.ts';

/**
 * `GET /v1/content/{type}/lookup`: the published entry with a value in a unique field (specification: look-up).
 * @throws unknown_content_type, not_a_collection, invalid_parameter, unknown_field, unknown_entry, and the codes of
 * `planFilters`
 */
export async function lookUpEntry(
  context: ReleaseContext,
  slug: string,
  { query, where }: { query: ReadQuery; where: readonly WhereFilter[] },
): Promise<RouteResponse<EntryMatch>> {
  checkMediaUrls(context, query);
  const type = await loadCollection(context, slug);
  const visibleType = narrowType(type, query);
  const filter = planLookup(type, where);
  context.cacheTags?.entriesOf(type.slug); // another entry can get the value later
  const match = await findMatch(context, type, filter);
  if (match === null) throw noMatch(where);
  const { record, locale } = match;
  const reader = context.locale === undefined ? withLocale(context, readIn(context, locale)) : context;
  const servedEntry = serveEntry(reader, type, record);
  const { entry } = servedEntry;
  const values = visibleAt(entry, context.now);
  context.cacheTags?.entry(entry.id, type.slug);
  if (values === null) {
    const hints = localeHints(reader, type, record);
    throw apiError('entry_not_published', { entryId: entry.id, ...hints }, hints);
  }
  const form = await serveOne(context, { type: visibleType, values });
  const keys = singleKeys(reader, { type, visibleType }, { served: servedEntry, record });
  const localeKeys = { ...requiredKeys, ...keys, matched_locale: locale.code };
  // Without a revision: two entries that have the value one after the other can have the same one.
  return respond(
    { ...serializeEntry(entry, form.served, context.now), ...localeKeys },
    { validUntil: form.validUntil },
  );
}

const requiredKeys = { locale: '', locales: [], fallbacks: {} };

/** A filter, and the storage key of its field. */
interface LookupFilter extends PlannedFilter {
  key: string;
}

interface Match {
  record: EntryRecord;
  locale: LocaleRecord;
}

/**
 * Finds the entry that has the value in the requested locale, else in the default one, else in the first of the others.
 */
async function findMatch(
  context: ReleaseContext,
  type: TypeShape,
  filter: LookupFilter,
): Promise<Match | null> {
  const { list } = context.project.locales;
  const requested = list.find(({ id }) => id === context.locale?.chain[0]);
  const [first, ...others] = list;
  const candidates = hasLocalizedFields(type)
    ? [...new Set([requested, first, ...others].filter((one) => one !== undefined))]
    : list.slice(0, 1);
  for (const locale of candidates) {
    const record = await findIn(context, type, { filter, locale });
    if (record !== null) return { record, locale };
  }
  return null;
}

/** The entry whose value readers see in one locale. */
async function findIn(
  context: ReleaseContext,
  type: TypeShape,
  { filter, locale }: { filter: LookupFilter; locale: LocaleRecord },
): Promise<EntryRecord | null> {
  const { now, project } = context;
  const isDefault = locale === project.locales.list[0];
  const isRequested = context.locale?.chain[0] === locale.id;
  const localeRead = isRequested && context.locale !== undefined ? context.locale : readIn(context, locale);
  const reader = withLocale(context, localeRead);
  const db = isDefault ? context.db.inLocale(null) : rowContext(reader, type).db;
  // Previews show drafts in place of live values, and facets are of live values.
  const indexed = !db.hasDerivedKeys || filter.facet === null ? [] : [filter.facet];
  const conditions = [{ type: type.slug }, visibleIn(now), ...indexed, filter.plain('live')];
  const row = await findListed(db, { $and: conditions });
  if (row === null) return null;
  if (!hasLocalizedFields(type)) return row as EntryRecord; // serving it reads the listed keys alone
  const [record] = await findEntries(documentContext(reader, type).db, [row.id]);
  if (record === undefined) return null;
  const { entry } = serveEntry(reader, type, record);
  // A row can have a value whose source has ended.
  return isDeepStrictEqual(entry.live?.[filter.key], row.live?.[filter.key]) ? record : null;
}

/** A read in a locale with `fallback=fields`. */
function readIn({ project, now }: ReleaseContext, { id, code }: LocaleRecord): LocaleRead {
  const { list } = project.locales;
  const chain = servedChain(list, id);
  return {
    chain,
    isDefault: id === list[0]?.id,
    mode: 'fields',
    now,
    code,
    hasAlternates: false,
    isCombined: false,
  };
}

/** The only filter of a look-up. @throws invalid_parameter */
function planLookup(type: TypeShape, where: readonly WhereFilter[]): LookupFilter {
  const uniqueKeys = type.fields.filter(({ options }) => options.unique === true).map(({ key }) => key);
  const reject = (param: string, why: string) =>
    apiError('invalid_parameter', { name: param, why }, { param, available_fields: uniqueKeys });
  const [sent, second] = where;
  if (sent === undefined) throw reject('where', 'must compare one unique field, as in where[slug]=hello');
  if (second !== undefined) throw reject(second.param, 'cannot be combined with another filter in a look-up');
  const [filter] = planFilters(type, where); // reports unknown fields and operators first
  if (filter === undefined || !uniqueKeys.includes(sent.field))
    throw reject(sent.param, 'must name a unique field');
  if (sent.operator !== 'eq')
    throw reject(sent.param, `must be an equality filter: where[${sent.field}]=...`);
  return { ...filter, key: storageKeyOf(type.fields, sent.field) };
}

function noMatch([sent]: readonly WhereFilter[]): ApiError {
  const { field = '', value = '', param = 'where' } = sent ?? {};
  const message = `Readers see no entry whose ${field} is "${value.slice(0, 80)}".`;
  return new ApiError('unknown_entry', message, { param });
}
