import { limits } from '../../contract/limits.ts';
import type { PageUse } from '../../contract/fields/links.ts';
import type { ImageUser } from '../../core/context/index.ts';
import { countTermsWith, findReferencedIds, findTermsWith } from './repository.ts';
import type { TermRecord } from './schema.ts';
import type { Taxonomy } from './taxonomy.ts';

/** Finds uses of images in records of a kind; all of them are live, because they have no drafts. */
export function termImages<R extends TermRecord>(
  kind: Taxonomy<R>,
  type: PageUse['type'],
  fields: readonly string[],
): ImageUser {
  const { collection } = kind;
  return {
    pages: [type],
    async usesOf({ db }, id, limit) {
      const records = await findTermsWith(db, collection, { fields, id, limit });
      const uses = records.map((record) => ({
        type,
        id: record._id,
        slug: record.slug,
        title: kind.nameOf(record),
        url: kind.urlOf(record.slug),
      }));
      if (records.length < limit) return { uses, total: uses.length };
      return { uses, total: await countTermsWith(db, collection, { fields, id, cap: limits.count_cap }) };
    },
    async mediaUsesOf({ db }, id, limit) {
      const records = await findTermsWith(db, collection, { fields, id, limit });
      return records.map((record) => ({
        type,
        id: record._id,
        title: kind.nameOf(record),
        live: true,
        content_type: null,
        release: null,
      }));
    },
    usedAmong: ({ db }, ids) => findReferencedIds(db, collection, { fields, ids }),
  };
}
