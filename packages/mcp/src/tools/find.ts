import { Type } from '@sinclair/typebox';
import type { Json } from '../api.ts';
import { AnyValues, closed, TypeName } from '../protocol/arguments.ts';
import { asListed, fitted } from '../protocol/fitting.ts';
import { resourceOf } from '../item-resource.ts';
import { tool } from '../protocol/tool.ts';
import { pageOf, whereOf } from './support/lists.ts';

/** Items of one answer. */
const itemsMax = 20;

export const find = tool({
  name: 'find',
  isReading: true,
  input: Type.Object(
    {
      type: TypeName,
      where: Type.Optional(AnyValues),
      sort: Type.Optional(Type.String({ description: 'a field, with - in front for descending' })),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: itemsMax, description: `a whole number, 1 to ${itemsMax}` }),
      ),
      cursor: Type.Optional(Type.String({ description: 'the next of the page before' })),
    },
    closed,
  ),
  async run({ ask }, { type, where = {}, sort, limit = itemsMax, cursor }) {
    const place = resourceOf(type);
    const query = { ...whereOf(place, where), sort, limit: String(limit), ...pageOf(cursor) };
    const answered = await ask({ method: 'GET', path: place.list, query });
    return shown(answered);
  },
});

/** A list with the place to go on from; of a singleton, which is not a list, the API has refused the parameters. */
function shown({ data, meta }: Json): Json {
  const { next_cursor, next_offset } = meta as { next_cursor: string | null; next_offset: number | null };
  const next = next_cursor ?? (next_offset === null ? null : `offset:${next_offset}`);
  return { ...fitted({ items: data }, asListed), next };
}
