import { limits } from '../../contract/limits.ts';
import { countMetaOf, type PageQuery } from '../../contract/paging.ts';
import type { ProjectContext } from '../../core/context/index.ts';
import { servedTerm } from './locales/served.ts';
import { countTerms, listTerms, listTermsInLocale } from './repository.ts';
import type { TermRecord } from './schema.ts';
import type { Taxonomy } from './taxonomy.ts';

/**
 * Returns the records of a page by name, and a function that returns the paging keys once the number of
 * records in the response is known.
 * @throws invalid_cursor
 */
export async function termPage<R extends TermRecord>(
  context: ProjectContext,
  kind: Taxonomy<R>,
  query: PageQuery,
) {
  const limit = query.limit ?? limits.page_size_default;
  const { locale } = context;
  const list = [
    ...[context.project.id, kind.kind],
    ...(locale === undefined ? [] : [locale.chain[0], locale.mode]),
  ];
  const position = query.cursor === undefined ? null : context.cursors.decode(list, query.cursor);
  const after = position === null ? null : { name: String(position[0]), id: String(position[1]) };
  const [records, total] = await Promise.all([
    locale === undefined || locale.isDefault
      ? listTerms(context.db, kind.collection, { after, limit: limit + 1 })
      : listTermsInLocale(context.db, kind.collection, { chain: locale.chain, after, limit: limit + 1 }),
    query.count === true ? countTerms(context.db, kind.collection, limits.count_cap + 1) : null,
  ]);
  const pagingOf = (shownCount: number) => {
    const lastStored = records[shownCount - 1];
    const last = lastStored && servedTerm(lastStored, kind, context.db.locale);
    const hasMore = records.length > shownCount && last !== undefined;
    return {
      limit,
      has_more: hasMore,
      next_cursor: hasMore ? context.cursors.encode(list, [last.sort_name, last._id]) : null,
      next_offset: null,
      ...countMetaOf(total),
    };
  };
  return { records: records.slice(0, limit), pagingOf };
}
