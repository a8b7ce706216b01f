import { fieldStoredAs, storageKey } from '../../../../contract/fields/storage-key.ts';
import { toNfc } from '../../../../contract/text/nfc.ts';
import { limits } from '../../../../contract/limits.ts';
import { apiError } from '../../../../contract/errors/api-error.ts';
import { findWithBlockUse } from '../../../entries/store/queries/block-repository.ts';
import type { Field } from '../../../fields/schema.ts';
import type { ReleaseDb } from '../../../../core/mongo/index.ts';

/** What definitions and types say of themselves in `block_uses`: `hero.` and `page/`, before the key of a field. */
export type UsePrefix = `${string}.` | `${string}/`;

interface Redefined {
  prefix: UsePrefix;
  before: readonly Field[];
  after: readonly Field[];
}

/** Holds the lists of blocks of a new definition against what entries have. @throws block_in_use with the first entries */
export async function checkListsInUse(db: ReleaseDb, { prefix, before, after }: Redefined): Promise<void> {
  for (const [i, field] of after.entries()) {
    const previous = fieldStoredAs(before, storageKey(field))?.options.blocks ?? [];
    const removed = previous.filter((slug) => !(field.options.blocks ?? []).includes(slug));
    for (const slug of removed) {
      const entries = await findWithBlockUse(
        db,
        `${prefix}${storageKey(field)}=${slug}`,
        limits.referenced_by_in_error,
      );
      if (entries.length === 0) continue;
      const referenced = entries.map(({ id, type }) => ({
        type: 'entry',
        id,
        content_type: type,
        field: field.key,
      }));
      const param = `fields[${i}].options.blocks`;
      throw apiError('block_in_use', { slug }, { param, referenced_by: referenced });
    }
  }
}

/** A choice that a block of any entry has cannot go. @throws choice_in_use */
export async function checkChoicesInUse(db: ReleaseDb, { prefix, before, after }: Redefined): Promise<void> {
  for (const [i, field] of after.entries()) {
    const previous = fieldStoredAs(before, storageKey(field))?.options.choices ?? [];
    if (field.options.choices === undefined) continue;
    const remaining = (field.options.choices ?? []).map(({ value }) => value);
    for (const { value } of previous) {
      if (remaining.includes(toNfc(value))) continue; // older choices may not be normalized
      const entries = await findWithBlockUse(db, `${prefix}${storageKey(field)}=${value}`, 1);
      if (entries.length > 0)
        throw apiError('choice_in_use', { choice: value }, { param: `fields[${i}].options.choices` });
    }
  }
}
