import { apiError, ApiError } from '../../../contract/errors/api-error.ts';
import type { ReleaseContext } from '../../../core/context/index.ts';
import { type RouteResponse, respond, type WhereFilter } from '../../../core/http/index.ts';
import { visibleAt, visibleIn } from '../../../lifecycle/index.ts';
import { checkMediaUrls } from '../../links/media-urls.ts';
import type { TypeShape } from '../../types/lookup.ts';
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
  const { db, now, project } = context;
  // Previews show other values than the live ones, and facets are of live values.
  const indexed = !db.readsLive || filter.facet === null ? [] : [filter.facet];
  const conditions = [{ type: type.slug }, visibleIn(now), ...indexed, filter.plain('live')];
  const entry = await findListed(db, { $and: conditions });
  const values = visibleAt(entry, now);
  if (entry === null || values === null) throw noMatch(where);
  context.cacheTags?.entry(entry.id, type.slug);
  const { served, validUntil } = await serveOne(context, { type: visibleType, values });
  const locale = project.locales.list[0]?.code ?? '';
  const localeKeys = { locale, locales: [locale], fallbacks: {}, matched_locale: locale };
  // Without a revision: two entries that have the value one after the other can have the same one.
  return respond({ ...serializeEntry(entry, served, now), ...localeKeys }, { validUntil });
}

/** The only filter of a look-up. @throws invalid_parameter */
function planLookup(type: TypeShape, where: readonly WhereFilter[]): PlannedFilter {
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
  return filter;
}

function noMatch([sent]: readonly WhereFilter[]): ApiError {
  const { field = '', value = '', param = 'where' } = sent ?? {};
  const message = `Readers see no entry whose ${field} is "${value.slice(0, 80)}".`;
  return new ApiError('unknown_entry', message, { param });
}
