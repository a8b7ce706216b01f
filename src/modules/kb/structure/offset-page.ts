import { limits } from '../../../contract/limits.ts';
import { countMetaOf } from '../../../contract/paging.ts';
import type { ProjectContext } from '../../../core/context/index.ts';
import { fitItems } from '../../../core/http/index.ts';

/** Parameters of lists with offsets. */
export interface OffsetQuery {
  limit?: number;
  offset?: number;
  count?: boolean;
}

/** Whether more pages follow, and the total (null if not counted). */
export interface PageTotals {
  hasMore: boolean;
  total: number | null;
}

/**
 * Returns a page up to the maximum size of a response, with its meta; the next page continues by offset.
 * @throws query_too_expensive
 */
export async function fittingOffsetPage<T extends object>(
  context: ProjectContext,
  { items, hasMore, total: counted }: PageTotals & { items: readonly T[] },
  query: OffsetQuery,
) {
  const { limit = limits.page_size_default, offset = 0 } = query;
  const data = await fitItems(context, items);
  const isCut = data.length < items.length;
  const meta = {
    module: 'kb' as const,
    limit,
    has_more: hasMore || isCut,
    next_cursor: null,
    next_offset: isCut ? offset + data.length : hasMore ? offset + limit : null,
    release_independent: true as const,
    ...countMetaOf(query.count === true ? counted : null),
  };
  return { data, meta };
}

/** Returns a page of a complete list. */
export function offsetPage<T>(all: readonly T[], query: OffsetQuery) {
  const { limit = limits.page_size_default, offset = 0 } = query;
  const totals: PageTotals = { hasMore: offset + limit < all.length, total: all.length };
  return { items: all.slice(offset, offset + limit), totals };
}
