import type { Tx, ReleaseContext } from '../../../core/context/index.ts';
import { typeUpdated } from '../definition/changes.ts';
import type { TypesBySlug } from '../types-by-slug.ts';
import { fieldsReaching } from './settle/reach.ts';

/** The slugs of the types whose entries can contain the block, at any depth. */
export function typesReaching(types: TypesBySlug, slug: string): string[] {
  const reaching = [...types.values()].filter((type) => fieldsReaching(type, slug, types.blocks).length > 0);
  return reaching.map((type) => type.slug);
}

/**
 * Emits an event for each content type whose entries can contain the changed block, at any depth. Releases other than
 * the default emit none (specification: silent-releases).
 */
export function emitReaching(tx: Tx<ReleaseContext>, slug: string, types: TypesBySlug): void {
  if (!tx.release.default) return;
  for (const type of types.values()) {
    const fields = fieldsReaching(type, slug, types.blocks);
    if (fields.length === 0) continue;
    const changes = fields.map(({ key }) => ({ key, change: 'options', block: slug }));
    tx.emit(typeUpdated(type, changes));
  }
}
