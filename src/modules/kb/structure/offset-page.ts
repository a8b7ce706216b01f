import { limits } from '../../../contract/limits.ts';
import { countMetaOf } from '../../../contract/paging.ts';
import type { ProjectContext } from '../../../core/context/index.ts';
import { fitItems } from '../../../core/http/index.ts';

/** The parameters of every list that goes on by offset. */
export interface OffsetQuery {
  limit?: number;
  offset?: number;
  count?: boolean;
}

/** How a page ends, and how many there are in all (null: not counted). */
export interface PageTotals {
  hasMore: boolean;
  counted: number | null;
}

/**
 * A page of the knowledge base as far as the answer has room, with its meta; it goes on by offset.
 * @throws query_too_expensive
 */
export async function fittingOffsetPage<T extends object>(
  context: ProjectContext,
  { items, hasMore, counted }: PageTotals & { items: readonly T[] },
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

/** Cuts a page out of a list that is known whole. */
export function offsetPage<T>(all: readonly T[], query: OffsetQuery) {
  const { limit = limits.page_size_default, offset = 0 } = query;
  const end: PageTotals = { hasMore: offset + limit < all.length, counted: all.length };
  return { items: all.slice(offset, offset + limit), end };
}
