import { Type } from '@sinclair/typebox';
import { limits } from './limits.ts';

/** `limit` and `count` of every paged list (spec, "Limits"; contract, section 6). */
export const pageParameters = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.page_size_max })),
  count: Type.Optional(Type.Boolean({ description: 'true or false' })),
};

/** Parameters of lists that go on by cursor. */
export const cursorParameters = { ...pageParameters, cursor: Type.Optional(Type.String({ minLength: 1 })) };

/** Parameters of lists that go on by offset. */
export const offsetParameters = { ...pageParameters, offset: Type.Optional(Type.Integer({ minimum: 0 })) };

/** The parameter of every read that serves images: `permanent` refuses addresses that expire. */
export const mediaUrlsParameter = {
  media_urls: Type.Optional(Type.Literal('permanent', { description: '"permanent"' })),
};

export interface PageQuery {
  limit?: number;
  count?: boolean;
  cursor?: string;
}

/** The keys that `count=true` adds to meta; `counted` is a count that stopped at the cap plus one. */
export function countMetaOf(counted: number | null): { total?: number; total_is_capped?: boolean } {
  if (counted === null) return {};
  return { total: Math.min(counted, limits.count_cap), total_is_capped: counted > limits.count_cap };
}
