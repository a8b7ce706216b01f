import { limits } from '../contract/limits.ts';
import type { PageUse } from '../contract/links.ts';
import type { ImageUser } from '../platform/call.ts';
import type { NamedKind } from './kind.ts';
import { countNamedWith, findNamedWith } from './repository.ts';
import type { NamedRecord } from './schema.ts';

/** Where records of a kind have a picture; they have no draft, so all of them are live. */
export function namedImages<R extends NamedRecord>(
  kind: NamedKind<R>,
  type: PageUse['type'],
  fields: readonly string[],
): ImageUser {
  const { collection } = kind;
  return {
    pages: [type],
    async usesOf({ db }, id, limit) {
      const found = await findNamedWith(db, collection, { fields, id, limit });
      const uses = found.map((record) => ({
        type,
        id: record._id,
        slug: record.slug,
        title: kind.nameOf(record),
        url: kind.urlOf(record.slug),
      }));
      if (found.length < limit) return { uses, total: uses.length };
      return { uses, total: await countNamedWith(db, collection, { fields, id, cap: limits.count_cap }) };
    },
  };
}
