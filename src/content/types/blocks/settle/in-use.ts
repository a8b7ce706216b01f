import { fieldStoredAs, storageKey } from '../../../../contract/fields/storage-key.ts';
import { toNfc } from '../../../../contract/text/nfc.ts';
import { limits } from '../../../../contract/limits.ts';
import { apiError } from '../../../../contract/errors/api-error.ts';
import { findWithBlockUse } from '../../../entries/store/queries/block-repository.ts';
import type { Field } from '../../../fields/schema.ts';
import type { ReleaseDb } from '../../../../core/mongo/index.ts';

/** The part of `block_uses` before the key of a field: `hero.` for a block, `page/` for a type. */
export type UsePrefix = `${string}.` | `${string}/`;

interface DefinitionChange {
  prefix: UsePrefix;
  before: readonly Field[];
  after: readonly Field[];
}

/**
 * Checks the lists of blocks of a new definition against the blocks of entries.
 * @throws block_in_use with the first entries
 */
export async function checkListsInUse(
  db: ReleaseDb,
  { prefix, before, after }: DefinitionChange,
): Promise<void> {
  for (const [i, field] of after.entries()) {
    const previous = fieldStoredAs(before, storageKey(field))?.options.blocks ?? [];
    const removedSlugs = previous.filter((slug) => !(field.options.blocks ?? []).includes(slug));
    for (const slug of removedSlugs) {
      const entries = await findWithBlockUse(
        db,
        `${prefix}${storageKey(field)}=${slug}`,
        limits.referenced_by_in_error,
      );
      if (entries.length === 0) continue;
      const referrers = entries.map(({ id, type }) => ({
        type: 'entry',
        id,
        content_type: type,
        field: field.key,
      }));
      const param = `fields[${i}].options.blocks`;
      throw apiError('block_in_use', { slug }, { param, referenced_by: referrers });
    }
  }
}

/** A choice that a block of any entry uses can't be removed. @throws choice_in_use */
export async function checkChoicesInUse(
  db: ReleaseDb,
  { prefix, before, after }: DefinitionChange,
): Promise<void> {
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
