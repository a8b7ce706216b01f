import { Type } from '@sinclair/typebox';
import type { Json } from '../api.ts';
import { invalidParameter } from '../errors.ts';
import { contentTypeSlug, draftPath, resourceOf } from '../item-resource.ts';
import { AnyValues, closed, FutureTime, LocaleCode, TypeName } from '../protocol/arguments.ts';
import { fitResult, listBounds } from '../protocol/fitting.ts';
import { tool } from '../protocol/tool.ts';
import { filterQuery, pageQuery } from './support/lists.ts';

/** Items of one page. */
const itemsMax = 20;

export const find = tool({
  name: 'find',
  isReading: true,
  input: Type.Object(
    {
      type: TypeName,
      where: Type.Optional(AnyValues),
      sort: Type.Optional(Type.String({ description: 'a field; a leading - sorts in descending order' })),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: itemsMax, description: `a whole number, 1 to ${itemsMax}` }),
      ),
      draft: Type.Optional(Type.Boolean({ description: 'true or false' })),
      at: Type.Optional(FutureTime),
      status: Type.Optional(
        Type.String({
          description: 'of drafts: draft, scheduled, published, changed, archived; commas between',
        }),
      ),
      locale: LocaleCode,
      translations: Type.Optional(
        Type.String({ description: 'missing, outdated, current; commas between. Needs locale' }),
      ),
      cursor: Type.Optional(Type.String({ description: 'the value of next from the previous page' })),
    },
    closed,
  ),
  async run(
    { callApi },
    {
      type,
      where = {},
      sort,
      limit = itemsMax,
      cursor,
      status,
      at,
      draft = (status ?? at) !== undefined,
      locale,
      translations,
    },
  ) {
    if (translations !== undefined) {
      const others = { where, sort, status, at };
      const slug = contentTypeSlug(type);
      const kind = slug === null ? { kind: type } : { kind: 'entry', type: slug };
      rejectFilters(others);
      const query = { locale, ...kind, state: translations, limit: String(limit), cursor };
      return toPage(await callApi({ method: 'GET', path: '/v1/translations', query }));
    }
    const resource = resourceOf(type);
    const filters = { ...filterQuery(resource, where), status, at, locale };
    const query = { ...filters, sort, limit: String(limit), ...pageQuery(cursor) };
    return toPage(await callApi({ method: 'GET', path: draftPath(draft, resource.list), query }));
  },
});

/** @throws invalid_parameter for a filter that the list of translations doesn't have */
function rejectFilters({ where, ...others }: { where: Json } & Record<string, unknown>): void {
  const filters = Object.entries({ ...others, where: Object.keys(where).length > 0 ? where : undefined });
  const name = filters.find(([, value]) => value !== undefined)?.[0];
  if (name !== undefined) throw invalidParameter(name, 'cannot be combined with translations; omit it');
}

/** A page with the `cursor` of the next one. The API rejected the parameters of a singleton, which is no list. */
function toPage({ data, meta }: Json): Json {
  const { next_cursor, next_offset } = meta as { next_cursor: string | null; next_offset: number | null };
  const next = next_cursor ?? (next_offset === null ? null : `offset:${next_offset}`);
  return { ...fitResult({ items: data }, listBounds), next };
}
