import { writeProject } from '../../../projects/index.ts';
import { definitionChangeTags } from '../../../contract/events/cache-tags.ts';
import { limits } from '../../../contract/limits.ts';
import { apiError } from '../../../contract/errors/api-error.ts';
import { findWithBlockUse } from '../../entries/store/queries/block-repository.ts';
import { type ReleaseContext } from '../../../core/context/index.ts';
import { type RouteResponse, respond } from '../../../core/http/index.ts';
import type { ReleaseDb } from '../../../core/mongo/index.ts';
import { noteBlockRemoval, putInTrash } from '../../../lifecycle/index.ts';
import { hiddenMark } from '../../entries/store/derive.ts';
import { withoutDefinition } from '../definition/plan-fields.ts';
import { findTypes, replaceType } from '../repository.ts';
import type { TypeRecord } from '../schema.ts';
import type { BlockRecord } from './schema.ts';
import { blockIn } from './settle/available.ts';
import { listsBeingCleared, namingFields } from './naming.ts';
import { findBlocks, removeBlock, replaceBlock } from './repository.ts';

/**
 * Deletes a block definition that nothing uses; only the dashboard can (specification: dashboard). It emits no event,
 * because no type can contain the block. One transaction checks and deletes.
 * @throws invalid_field_value if `confirm` is not the slug, unknown_block, block_in_use with its uses
 */
export async function deleteBlock(
  context: ReleaseContext,
  slug: string,
  confirm: string,
): Promise<RouteResponse<null>> {
  await writeProject(context, async (tx) => {
    const { db, now } = tx;
    const blocks = await findBlocks(db);
    const block = blockIn(blocks, slug);
    const { name } = block;
    if (confirm !== slug) {
      const why = `type "${slug}" to confirm`;
      throw apiError('invalid_field_value', { name: 'confirm', why }, { param: 'confirm' });
    }
    const definitions = { types: await findTypes(db), blocks };
    const uses = [
      ...namingFields(definitions, slug),
      ...listsBeingCleared(definitions),
      ...(await findEntriesWithBlock(db, slug)),
    ];
    if (uses.length > 0) {
      const referenced_by = uses.slice(0, limits.referenced_by_in_error);
      throw apiError('block_in_use', { slug }, { param: 'block', referenced_by });
    }
    await giveUpRemovedLists(db, definitions, slug);
    await removeBlock(db, slug);
    await putInTrash(tx, {
      ...{ kind: 'block', itemId: slug, releaseId: db.releaseId, type: null, title: name },
      ...{ wasLive: false, record: block },
    });
    await noteBlockRemoval(tx, slug, now);
    tx.invalidate('schema', definitionChangeTags([], db.releaseId)); // no type can contain the block
    const subject = { kind: 'block', id: slug, title: name } as const;
    return tx.stored({ action: 'block.deleted', subject, releaseId: db.releaseId });
  });
  return respond(null, { status: 204 });
}

/**
 * Removed lists that may contain the block can no longer be restored, because another definition with the slug might
 * not accept their values.
 */
async function giveUpRemovedLists(
  db: ReleaseDb,
  { types, blocks }: { types: readonly TypeRecord[]; blocks: readonly BlockRecord[] },
  slug: string,
): Promise<void> {
  if ((await findWithBlockUse(db, `${hiddenMark}${slug}`, 1)).length === 0) return;
  const withoutLists = <D extends Pick<TypeRecord, 'removed'>>(definition: D): D => ({
    ...definition,
    removed: definition.removed.map((field) => (field.type === 'blocks' ? withoutDefinition(field) : field)),
    is_settled: false,
  });
  const hasLists = ({ removed }: Pick<TypeRecord, 'removed'>) =>
    removed.some(({ type }) => type === 'blocks');
  for (const type of types.filter(hasLists)) await replaceType(db, withoutLists(type));
  for (const block of blocks.filter((block) => block.slug !== slug && hasLists(block)))
    await replaceBlock(db, withoutLists(block));
}

/** Entries with the block although no field accepts it: entries of a type that is being deleted. */
async function findEntriesWithBlock(db: ReleaseDb, slug: string) {
  const entries = await findWithBlockUse(db, slug, limits.referenced_by_in_error);
  return entries.map(({ id, type }) => ({ type: 'entry', id, content_type: type }));
}
