import { groupOf } from '../../contract/events/cache-tags.ts';
import type { TermLocaleKeys } from '../../contract/listing.ts';
import type { ProjectContext } from '../../core/context/index.ts';
import { fitItems, type RouteResponse, respond, respondBriefly } from '../../core/http/index.ts';
import type { PageQuery } from '../../contract/paging.ts';
import type { WrittenLocale } from './locales/write.ts';
import { codesOf, localeKeys, ownTerm, servedTerm } from './locales/served.ts';
import type { Taxonomy } from './taxonomy.ts';
import { termPage } from './term-page.ts';
import type { TermRecord } from './schema.ts';

/** Serialized records, made with one query per kind of target; `validUntil` is when they become outdated. */
export interface SerializedTerms<O> {
  data: O[];
  validUntil: Date | null;
}

/** The serializer of a kind. */
export type SerializeTerms<R extends TermRecord, O> = (
  context: ProjectContext,
  records: readonly R[],
) => Promise<SerializedTerms<O>>;

interface Serializer<R extends TermRecord, O> {
  kind: Taxonomy<R>;
  serialize: SerializeTerms<R, O>;
}

/** The response with one record, in the locale of the read. */
export async function respondWithTerm<R extends TermRecord, O>(
  context: ProjectContext,
  { kind, serialize }: Serializer<R, O>,
  record: R,
): Promise<RouteResponse<O>> {
  const served = servedTerm(record, kind, context.db.locale);
  const { data, validUntil } = await serialize(context, [served]);
  const [body] = data;
  if (body === undefined) throw new Error('one record gives one form');
  return respond(
    { ...body, ...localeKeys(context, record, kind) },
    { revision: served.revision, validUntil },
  );
}

/** The response of a write, with the own values of the addressed locale; `path` is set after a creation. */
export async function respondWithWritten<R extends TermRecord, O>(
  context: ProjectContext,
  { kind, serialize }: Serializer<R, O>,
  { record, locale, path }: { record: R; locale: WrittenLocale | null; path?: string },
): Promise<RouteResponse<O>> {
  const own = locale === null ? record : ownTerm(record, kind, locale);
  const suffix = context.writtenLocale === undefined || locale === null ? '' : `?locale=${locale.code}`;
  const location = path === undefined ? {} : { location: `${path}/${own.slug}${suffix}` };
  if (context.summarizes === true) return respondBriefly({ ...own, id: own._id }, [], location);
  const { data, validUntil } = await serialize(context, [own]);
  const [body] = data;
  if (body === undefined) throw new Error('one record gives one form');
  const keys = locale === null ? {} : { locale: locale.code, locales: codesOf(record, locale.list) };
  return respond({ ...body, ...keys }, { revision: own.revision, validUntil, ...location });
}

/**
 * The response of a list by name, up to the maximum size, with its meta.
 * @throws invalid_cursor, query_too_expensive
 */
export async function respondWithTerms<R extends TermRecord, O extends object>(
  context: ProjectContext,
  { kind, serialize }: Serializer<R, O>,
  query: PageQuery,
) {
  context.cacheTags?.note(groupOf(kind.kind));
  const { records, pagingOf } = await termPage(context, kind, query);
  const served = records.map((record) => servedTerm(record, kind, context.db.locale));
  const page = await serialize(context, served);
  const items = page.data.map((item, i) => ({ ...item, ...listKeys(context, records[i], kind) }));
  const data = await fitItems(context, items);
  for (const { _id } of records.slice(0, data.length)) context.cacheTags?.item(kind.kind, _id);
  const meta = { module: 'blog' as const, ...pagingOf(data.length), release_independent: true as const };
  return respond({ data, meta }, { validUntil: page.validUntil });
}

/** The keys that an item of a list has in a locale. */
export function listKeys<R extends TermRecord>(
  context: ProjectContext,
  record: R | undefined,
  kind: Taxonomy<R>,
): TermLocaleKeys {
  if (record === undefined || context.locale === undefined) return {};
  const { alternates, ...keys } = localeKeys(context, record, kind);
  return context.locale.hasAlternates && alternates !== undefined ? { ...keys, alternates } : keys;
}
