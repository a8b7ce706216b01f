import { Type } from '@sinclair/typebox';
import { apiError } from '../../../contract/errors/api-error.ts';
import type { Json } from '../api.ts';
import { closed, ItemId, TypeName } from '../protocol/arguments.ts';
import { fitted } from '../protocol/fitting.ts';
import { resourceOf, readDraft } from '../item-resource.ts';
import { tool } from '../protocol/tool.ts';

export const read = tool({
  name: 'read',
  isReading: true,
  input: Type.Object(
    {
      type: TypeName,
      id: Type.Optional(ItemId),
      draft: Type.Optional(Type.Boolean({ description: 'true or false' })),
    },
    closed,
  ),
  async run({ ask }, { type, id, draft = false }) {
    const place = resourceOf(type);
    if (id === undefined && place.kind !== 'entry') throw missingId();
    const item = draft ? await readDraft(ask, place, id) : await ask({ method: 'GET', path: place.one(id) });
    if (id === undefined && !draft && isList(item)) throw missingId();
    const { meta: _trial, ...shown } = item;
    return { ...fitted({ item: draft ? shown : item }) };
  },
});

/** Only a singleton is read without an id. */
function missingId(): Error {
  return apiError('missing_required_field', { name: 'id' }, { param: 'id' });
}

function isList({ data, meta }: Json): boolean {
  return Array.isArray(data) && (meta as { kind?: unknown } | undefined)?.kind === 'collection';
}
