import type { NewEvent } from '../../contract/events/events.ts';
import type { TypeRecord } from './schema.ts';

/** Tells that a content type changed, and how: by its own definition, or by that of a block that its entries may have. */
export function typeUpdated(
  { slug, name, kind, revision }: Pick<TypeRecord, 'slug' | 'name' | 'kind' | 'revision'>,
  changes: readonly object[],
): NewEvent {
  const url = `/v1/schema/content-types/${slug}`;
  return {
    name: 'content.type.updated',
    subject: slug,
    revision,
    data: { slug, name, kind, changes, url },
    isPublic: true,
  };
}
