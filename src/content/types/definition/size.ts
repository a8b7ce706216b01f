import { limitReached } from '../../../contract/errors/api-error.ts';
import type { ProjectLimits } from '../../../contract/limits.ts';
import type { ReleaseDb } from '../../../core/mongo/index.ts';
import { blockBytes } from '../blocks/repository.ts';
import { findSizes, findTypesBySlug } from '../repository.ts';
import { servedField } from '../../fields/keyed-fields.ts';
import type { TypeRecord } from '../schema.ts';

type Definition = Pick<
  TypeRecord,
  'slug' | 'name' | 'kind' | 'display_field' | 'subtitle_field' | 'groups' | 'fields'
>;

/** Bytes of a definition in responses, without its revision and dates, which change without it. */
export function bytesOf(definition: Definition): number {
  const { slug, name, kind, display_field, subtitle_field, groups, fields } = definition;
  const served = fields.map(servedField);
  return Buffer.byteLength(
    JSON.stringify({ slug, name, kind, display_field, subtitle_field, groups, fields: served }),
  );
}

/**
 * Rejects a definition that exceeds the maximum bytes of all types of a release, unless it is not larger than before.
 * Descriptions of a release contain all types. Runs in the transaction that stores it.
 */
export async function checkSize(
  db: ReleaseDb,
  limits: ProjectLimits,
  { before, after }: { before: Definition | null; after: Definition },
): Promise<number> {
  const bytes = bytesOf(after);
  if (before !== null && bytes <= bytesOf(before)) return bytes;
  const maxBytes = limits.definition_bytes_per_release_max;
  if (bytes + (await bytesOfTypes(db, after.slug)) + (await blockBytes(db, '')) > maxBytes) {
    throw limitReached('definition_bytes_per_release_max', maxBytes);
  }
  return bytes;
}

/** The bytes of all types of the release except `slug`. */
export async function bytesOfTypes(db: ReleaseDb, slug: string): Promise<number> {
  const sizes = await findSizes(db, slug);
  const slugsWithoutSize = sizes.flatMap((type) => (type.definition_bytes === undefined ? [type.slug] : []));
  const typesWithoutSize = slugsWithoutSize.length === 0 ? [] : await findTypesBySlug(db, slugsWithoutSize);
  const storedBytes = sizes.reduce((sum, { definition_bytes: bytes = 0 }) => sum + bytes, 0);
  return typesWithoutSize.reduce((sum, type) => sum + bytesOf(type), storedBytes);
}
