import { Type } from '@sinclair/typebox';
import { limits } from './limits.ts';

/** `limit` and `count` of every paged list (specification: paging). */
export const pageParameters = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.page_size_max })),
  count: Type.Optional(Type.Boolean({ description: 'true or false' })),
};

/** Parameters of lists with cursors. */
export const cursorParameters = { ...pageParameters, cursor: Type.Optional(Type.String({ minLength: 1 })) };

/** How many items a list skips, at most what MongoDB can count with. Larger values are `invalid_offset`. */
export const offsetParameter = Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }));

/** Parameters of lists with offsets. */
export const offsetParameters = { ...pageParameters, offset: offsetParameter };

/** Parameter of every read that returns images: `permanent` rejects URLs that expire. */
export const mediaUrlsParameter = {
  media_urls: Type.Optional(Type.Literal('permanent', { description: '"permanent"' })),
};

export interface PageQuery {
  limit?: number;
  count?: boolean;
  cursor?: string;
}

/** The keys of `meta` with `count=true`; `counted` is a count that stopped at the cap plus one. */
export function countMetaOf(count: number | null): { total?: number; total_is_capped?: boolean } {
  if (count === null) return {};
  return { total: Math.min(count, limits.count_cap), total_is_capped: count > limits.count_cap };
}
