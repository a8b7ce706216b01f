import { writeProject } from '../../../projects/index.ts';
import { definitionChangeTags } from '../../../contract/events/cache-tags.ts';
import { limits } from '../../../contract/limits.ts';
import { apiError } from '../../../contract/errors/api-error.ts';
import { findWithBlockUse } from '../../entries/store/queries/block-repository.ts';
import { type ReleaseContext } from '../../../core/context/index.ts';
import { type RouteResponse, respond } from '../../../core/http/index.ts';
import type { ReleaseDb } from '../../../core/mongo/index.ts';
import { noteBlockRemoval } from '../../../lifecycle/index.ts';
import { hiddenMark } from '../../entries/store/derive.ts';
import { withoutDefinition } from '../definition/plan-fields.ts';
import { findTypes, replaceType } from '../repository.ts';
import type { TypeRecord } from '../schema.ts';
import type { BlockRecord } from './schema.ts';
import { blockAmong } from './settle/available.ts';
import { listsBeingCleared, namingFields } from './naming.ts';
import { findBlocks, removeBlock, replaceBlock } from './repository.ts';

/**
 * Deletes a definition that nothing uses; the dashboard's alone (specification: dashboard). As no type leads to it, no
 * event is emitted. All of it is decided in one transaction, which every write of the project meets.
 * @throws invalid_field_value when the slug was not typed, unknown_block, block_in_use with what uses it
 */
export async function deleteBlock(
  context: ReleaseContext,
  slug: string,
  confirm: string,
): Promise<RouteResponse<null>> {
  await writeProject(context, async (tx) => {
    const { db, now } = tx;
    const blocks = await findBlocks(db);
    const { name } = blockAmong(blocks, slug);
    if (confirm !== slug) {
      const why = `type "${slug}" to confirm`;
      throw apiError('invalid_field_value', { name: 'confirm', why }, { param: 'confirm' });
    }
    const definitions = { types: await findTypes(db), blocks };
    const uses = [
      ...namingFields(definitions, slug),
      ...listsBeingCleared(definitions),
      ...(await entriesWith(db, slug)),
    ];
    if (uses.length > 0) {
      const referenced_by = uses.slice(0, limits.referenced_by_in_error);
      throw apiError('block_in_use', { slug }, { param: 'block', referenced_by });
    }
    await giveUpRemovedLists(db, definitions, slug);
    await removeBlock(db, slug);
    await noteBlockRemoval(tx, slug, now);
    tx.invalidate('schema', definitionChangeTags([], db.releaseId)); // no type leads to it
    const subject = { kind: 'block', id: slug, title: name } as const;
    return tx.stored({ action: 'block.deleted', subject, releaseId: db.releaseId });
  });
  return respond(null, { status: 204 });
}

/**
 * Removed lists may still have the block. They are not restored after its deletion: another definition with the slug
 * might not take their values.
 */
async function giveUpRemovedLists(
  db: ReleaseDb,
  { types, blocks }: { types: readonly TypeRecord[]; blocks: readonly BlockRecord[] },
  slug: string,
): Promise<void> {
  if ((await findWithBlockUse(db, `${hiddenMark}${slug}`, 1)).length === 0) return;
  const givenUp = <D extends Pick<TypeRecord, 'removed'>>(definition: D): D => ({
    ...definition,
    removed: definition.removed.map((field) => (field.type === 'blocks' ? withoutDefinition(field) : field)),
    is_settled: false,
  });
  const hasLists = ({ removed }: Pick<TypeRecord, 'removed'>) =>
    removed.some(({ type }) => type === 'blocks');
  for (const type of types.filter(hasLists)) await replaceType(db, givenUp(type));
  for (const block of blocks.filter((one) => one.slug !== slug && hasLists(one)))
    await replaceBlock(db, givenUp(block));
}

/** Entries that have the block still, though no field takes it: those of a type that is being removed. */
async function entriesWith(db: ReleaseDb, slug: string) {
  const found = await findWithBlockUse(db, slug, limits.referenced_by_in_error);
  return found.map(({ id, type }) => ({ type: 'entry', id, content_type: type }));
}
