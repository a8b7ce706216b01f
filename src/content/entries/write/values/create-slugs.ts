import { storageKey } from '../../../../contract/fields/storage-key.ts';
import { freeSlug, slugFamily } from '../../../../contract/text/slugs.ts';
import type { ReleaseDb } from '../../../../core/mongo/index.ts';
import type { Field } from '../../../fields/schema.ts';
import { slugFrom } from '../../../fields/slug-source.ts';
import type { TypeRecord } from '../../../types/schema.ts';
import { findUsedUniques } from '../../store/repository.ts';
import type { EntryValues } from '../../store/schema.ts';

/**
 * Creates a slug for each empty field with a filled source. A number is added to a unique slug that another entry has.
 * If two writes choose the same slug at once, the unique index makes one of them retry.
 */
export async function createSlugs(
  db: ReleaseDb,
  type: TypeRecord,
  { id, values }: { id: string; values: EntryValues },
): Promise<EntryValues> {
  const slugs: EntryValues = {};
  for (const field of type.fields) {
    const base = slugFrom(field, type.fields, values, id);
    if (base === null) continue;
    slugs[storageKey(field)] =
      field.options.unique === true ? await findFreeSlug(db, { type, field, base, id }) : base;
  }
  return slugs;
}

async function findFreeSlug(
  db: ReleaseDb,
  { type, field, base, id }: { type: TypeRecord; field: Field; base: string; id: string },
): Promise<string> {
  const key = storageKey(field);
  const family = slugFamily(base).map((slug) =>
    typeof slug === 'string' ? `${key}=${slug}` : new RegExp(slug.source.replace('^', `^${key}=`)),
  );
  const used = await findUsedUniques(db, { type: type.slug, family, ownId: id });
  return freeSlug(base, new Set(used.map((unique) => unique.slice(key.length + 1))));
}
