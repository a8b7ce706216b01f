import { limits } from '../../contract/limits.ts';
import { countMetaOf } from '../../contract/paging.ts';

/** The parameters of every list that goes on by offset. */
export interface OffsetQuery {
  limit?: number;
  offset?: number;
  count?: boolean;
}

/** How a page ends, and how many there are in all (null: not counted). */
export interface PageEnd {
  hasMore: boolean;
  counted: number | null;
}

/** The meta of a list of the knowledge base, paged by offset. */
export function offsetMeta({ hasMore, counted }: PageEnd, query: OffsetQuery) {
  const { limit = limits.page_size_default, offset = 0 } = query;
  return {
    module: 'kb' as const,
    limit,
    has_more: hasMore,
    next_cursor: null,
    next_offset: hasMore ? offset + limit : null,
    release_independent: true as const,
    ...countMetaOf(query.count === true ? counted : null),
  };
}

/** Cuts a page out of a list that is known whole. */
export function offsetPage<T>(all: readonly T[], query: OffsetQuery) {
  const { limit = limits.page_size_default, offset = 0 } = query;
  const end = { hasMore: offset + limit < all.length, counted: all.length };
  return { items: all.slice(offset, offset + limit), meta: offsetMeta(end, query) };
}
