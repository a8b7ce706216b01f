import { groupOf } from '../../contract/events/cache-tags.ts';
import type { ProjectCall } from '../../core/context/index.ts';
import { fittingItems } from '../../core/util/index.ts';
import { type Answer, answer } from '../../core/http/index.ts';
import type { PageQuery } from '../../contract/paging.ts';
import type { Taxonomy } from './taxonomy.ts';
import { termPage } from './term-page.ts';
import type { TermRecord } from './schema.ts';

/** Read forms of some records, made with one query for each kind of target, and until when they are true. */
export interface SerializedTerms<O> {
  data: O[];
  validUntil: Date | null;
}

/** How a feature makes them. */
export type SerializeTerms<R extends TermRecord, O> = (
  call: ProjectCall,
  records: readonly R[],
) => Promise<SerializedTerms<O>>;

/** The answer that shows one record; `location` is given when it was created. */
export async function answerTerm<R extends TermRecord, O>(
  call: ProjectCall,
  serve: SerializeTerms<R, O>,
  record: R,
  location?: string | null,
): Promise<Answer<O>> {
  const { data, validUntil } = await serve(call, [record]);
  const [body] = data;
  if (body === undefined) throw new Error('one record gives one form');
  return answer(body, { revision: record.revision, validUntil, ...(location == null ? {} : { location }) });
}

/** The answer of a list by name, as far as it has room, with its meta. @throws invalid_cursor, query_too_expensive */
export async function answerTerms<R extends TermRecord, O extends object>(
  call: ProjectCall,
  { kind, serve }: { kind: Taxonomy<R>; serve: SerializeTerms<R, O> },
  query: PageQuery,
) {
  call.seen?.note(groupOf(kind.kind));
  const { records, pagingOf } = await termPage(call, kind, query);
  const served = await serve(call, records);
  const data = await fittingItems(call, served.data);
  for (const { _id } of records.slice(0, data.length)) call.seen?.item(kind.kind, _id);
  const meta = { module: 'blog' as const, ...pagingOf(data.length), release_independent: true as const };
  return answer({ data, meta }, { validUntil: served.validUntil });
}
