import { groupOf } from '../../contract/events/cache-tags.ts';
import type { ProjectContext } from '../../core/context/index.ts';
import { fitItems, type RouteResponse, respond } from '../../core/http/index.ts';
import type { PageQuery } from '../../contract/paging.ts';
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

/** The response with one record; `location` is set after a creation. */
export async function respondWithTerm<R extends TermRecord, O>(
  context: ProjectContext,
  serialize: SerializeTerms<R, O>,
  record: R,
  location?: string | null,
): Promise<RouteResponse<O>> {
  const { data, validUntil } = await serialize(context, [record]);
  const [body] = data;
  if (body === undefined) throw new Error('one record gives one form');
  return respond(body, { revision: record.revision, validUntil, ...(location == null ? {} : { location }) });
}

/**
 * The response of a list by name, up to the maximum size, with its meta.
 * @throws invalid_cursor, query_too_expensive
 */
export async function respondWithTerms<R extends TermRecord, O extends object>(
  context: ProjectContext,
  { kind, serialize }: { kind: Taxonomy<R>; serialize: SerializeTerms<R, O> },
  query: PageQuery,
) {
  context.cacheTags?.note(groupOf(kind.kind));
  const { records, pagingOf } = await termPage(context, kind, query);
  const page = await serialize(context, records);
  const data = await fitItems(context, page.data);
  for (const { _id } of records.slice(0, data.length)) context.cacheTags?.item(kind.kind, _id);
  const meta = { module: 'blog' as const, ...pagingOf(data.length), release_independent: true as const };
  return respond({ data, meta }, { validUntil: page.validUntil });
}
