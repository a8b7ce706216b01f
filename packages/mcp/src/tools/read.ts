import { Type } from '@sinclair/typebox';
import type { Json } from '../api.ts';
import { missingField } from '../errors.ts';
import { draftPath, resourceOf } from '../item-resource.ts';
import { closed, FutureTime, ItemId, LocaleCode, TypeName } from '../protocol/arguments.ts';
import { fitResult } from '../protocol/fitting.ts';
import { tool } from '../protocol/tool.ts';

export const read = tool({
  name: 'read',
  isReading: true,
  input: Type.Object(
    {
      type: TypeName,
      id: Type.Optional(ItemId),
      draft: Type.Optional(Type.Boolean({ description: 'true or false' })),
      at: Type.Optional(FutureTime),
      locale: LocaleCode,
    },
    closed,
  ),
  async run({ callApi }, { type, id, at, locale, draft = at !== undefined }) {
    const resource = resourceOf(type);
    if (id === undefined && resource.kind !== 'entry') throw missingField('id');
    const item = await callApi({
      method: 'GET',
      path: draftPath(draft, resource.one(id)),
      query: { at, locale },
    });
    if (id === undefined && isList(item)) throw missingField('id'); // only a singleton is read without an id
    return { ...fitResult({ item }) };
  },
});

function isList({ data, meta }: Json): boolean {
  return Array.isArray(data) && (meta as { kind?: unknown } | undefined)?.kind === 'collection';
}
