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

/** Bytes of a definition as it is served, without what moves by itself: its revision and its date. */
export function bytesOf(definition: Definition): number {
  const { slug, name, kind, display_field, subtitle_field, groups, fields } = definition;
  const served = fields.map(servedField);
  return Buffer.byteLength(
    JSON.stringify({ slug, name, kind, display_field, subtitle_field, groups, fields: served }),
  );
}

/**
 * Refuses a definition with which the release's types would be larger than they may be together: everything that
 * describes a release is made of them. One that does not grow is taken. Asked inside the transaction that stores it.
 * @returns the bytes of the definition
 * @throws limit_reached
 */
export async function checkSize(
  db: ReleaseDb,
  limits: ProjectLimits,
  { before, after }: { before: Definition | null; after: Definition },
): Promise<number> {
  const bytes = bytesOf(after);
  if (before !== null && bytes <= bytesOf(before)) return bytes;
  const most = limits.definition_bytes_per_release_max;
  if (bytes + (await bytesOfTypes(db, after.slug)) + (await blockBytes(db, '')) > most) {
    throw limitReached('definition_bytes_per_release_max', most);
  }
  return bytes;
}

/** How large the types of the release are together, all but one. */
export async function bytesOfTypes(db: ReleaseDb, slug: string): Promise<number> {
  const sizes = await findSizes(db, slug);
  const uncounted = sizes.flatMap((type) => (type.definition_bytes === undefined ? [type.slug] : []));
  const read = uncounted.length === 0 ? [] : await findTypesBySlug(db, uncounted);
  const counted = sizes.reduce((sum, { definition_bytes: bytes = 0 }) => sum + bytes, 0);
  return read.reduce((sum, type) => sum + bytesOf(type), counted);
}
