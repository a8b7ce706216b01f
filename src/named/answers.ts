import type { ProjectCall } from '../platform/call.ts';
import { fitting } from '../platform/fitting.ts';
import { type Answer, answer } from '../platform/http/answer.ts';
import type { PageQuery } from '../contract/paging.ts';
import type { NamedKind } from './kind.ts';
import { pageOfNamed } from './page.ts';
import type { NamedRecord } from './schema.ts';

/** Read forms of some records, made with one query for each kind of target, and until when they are true. */
export interface Served<O> {
  data: O[];
  validUntil: Date | null;
}

/** How a feature makes them. */
export type Serve<R extends NamedRecord, O> = (
  call: ProjectCall,
  records: readonly R[],
) => Promise<Served<O>>;

/** The answer that shows one record; `location` is given when it was created. */
export async function answerOne<R extends NamedRecord, O>(
  call: ProjectCall,
  serve: Serve<R, O>,
  record: R,
  location?: string | null,
): Promise<Answer<O>> {
  const { data, validUntil } = await serve(call, [record]);
  const [body] = data;
  if (body === undefined) throw new Error('one record gives one form');
  return answer(body, { revision: record.revision, validUntil, ...(location == null ? {} : { location }) });
}

/** The answer of a list by name, as far as it has room, with its meta. @throws invalid_cursor, query_too_expensive */
export async function answerByName<R extends NamedRecord, O extends object>(
  call: ProjectCall,
  { kind, serve }: { kind: NamedKind<R>; serve: Serve<R, O> },
  query: PageQuery,
) {
  const { records, pagingOf } = await pageOfNamed(call, kind, query);
  const served = await serve(call, records);
  const data = await fitting(call, served.data);
  const meta = { module: 'blog' as const, ...pagingOf(data.length), release_independent: true as const };
  return answer({ data, meta }, { validUntil: served.validUntil });
}
