import { apiError, limitReached } from '../../../contract/errors/api-error.ts';
import { definitionChangeTags } from '../../../contract/events/cache-tags.ts';
import { limits } from '../../../contract/limits.ts';
import { latest } from '../../../contract/time.ts';
import type { ReleaseContext, TrashKind, Tx } from '../../../core/context/index.ts';
import type { ReleaseDb } from '../../../core/mongo/index.ts';
import { contentWriteSeq, nameInTrash } from '../../../lifecycle/index.ts';
import type { Field } from '../../fields/schema.ts';
import { blockBytes, findBlocks, insertBlock } from '../blocks/repository.ts';
import type { BlockRecord } from '../blocks/schema.ts';
import { bytesOfBlock } from '../blocks/serialize.ts';
import { readKinds } from '../lookup.ts';
import { findType, insertType } from '../repository.ts';
import type { TypeRecord } from '../schema.ts';
import { isPassDone } from '../settle/removed-state.ts';
import { isSettled } from '../settle/settle.ts';
import { emitTypeEvent } from './define.ts';
import { fieldChanges } from './changes.ts';
import { bytesOfTypes, checkSize } from './size.ts';

const needs = { permission: 'schema', area: 'content' } as const;

/** Restores deleted types under their slugs; their entries return afterwards (specification: trash). */
export const trashedTypes: TrashKind = {
  kind: 'type',
  needs,
  async restore(tx, { itemId: slug, record }) {
    const { stale_rows: _staleRows, ...before } = record as TypeRecord; // written by `deleteContentType`
    const db = tx.db;
    const existing = await findType(db, slug);
    if (existing?.deleted_at !== undefined)
      throw cannotRestore('its entries are still being moved to the trash; try again in a minute');
    if (existing !== null) throw cannotRestore(`the content type "${slug}" exists again`);
    const kinds = await readKinds(db);
    if (kinds.size >= limits.types_per_release_max)
      throw cannotRestore(`a release has at most ${limits.types_per_release_max} types`);
    await checkNamedDefinitions(tx, before, { types: [...kinds.keys(), slug] });
    const after = definitionAfter(before, tx.now);
    const bytes = await checkSize(db, tx.bounds.perProject, { before: null, after });
    const type = { ...after, is_settled: isSettled(after) };
    await insertType(db, { ...type, write_seq: await contentWriteSeq(tx), definition_bytes: bytes });
    emitTypeEvent(tx, type, fieldChanges([], type.fields));
    return [];
  },
};

/** Restores deleted block definitions. No event, because no type can contain the block yet. */
export const trashedBlocks: TrashKind = {
  kind: 'block',
  needs,
  async restore(tx, { itemId: slug, record }) {
    const before = record as BlockRecord; // written by `deleteBlock`
    const db = tx.db;
    const blocks = (await findBlocks(db)).map((block) => block.slug);
    if (blocks.includes(slug)) throw cannotRestore(`the block "${slug}" exists again`);
    if (blocks.length >= limits.blocks_per_release_max)
      throw cannotRestore(`a release has at most ${limits.blocks_per_release_max} blocks`);
    const types = [...(await readKinds(db)).keys()];
    await checkNamedDefinitions(tx, before, { types, blocks: [...blocks, slug] });
    const bytes = bytesOfBlock(before);
    const maxBytes = tx.bounds.perProject.definition_bytes_per_release_max;
    if (bytes + (await blockBytes(db, slug)) + (await bytesOfTypes(db, '')) > maxBytes)
      throw limitReached('definition_bytes_per_release_max', maxBytes);
    const after = definitionAfter(before, tx.now);
    const block = { ...after, is_settled: isPassDone(after) };
    await insertBlock(db, { ...block, write_seq: await contentWriteSeq(tx), definition_bytes: bytes });
    tx.invalidate('schema', definitionChangeTags([], db.releaseId));
    return [];
  },
};

/** The definition with the next revision. Its deletion had the one before. */
function definitionAfter<D extends Pick<TypeRecord, 'revision' | 'updated_at'>>(before: D, now: Date): D {
  return { ...before, revision: before.revision + 2, updated_at: latest(before.updated_at, now) };
}

/** The slugs of a release's definitions. Omitted `blocks` are read if a field can contain blocks. */
interface Slugs {
  types: readonly string[];
  blocks?: readonly string[];
}

/** @throws cannot_be_restored if a type or block that a field names is missing */
async function checkNamedDefinitions(
  tx: Tx<ReleaseContext>,
  { fields }: { fields: readonly Field[] },
  slugs: Slugs,
): Promise<void> {
  const types = fields.flatMap(({ options }) => options.content_type ?? []);
  const missingType = types.find((slug) => !slugs.types.includes(slug));
  if (missingType !== undefined) throw await missingDefinition(tx.db, 'type', missingType);
  const blocks = fields.flatMap(({ options }) => options.blocks ?? []);
  if (blocks.length === 0) return;
  const existingBlocks = slugs.blocks ?? (await findBlocks(tx.db)).map(({ slug }) => slug);
  const missingBlock = blocks.find((slug) => !existingBlocks.includes(slug));
  if (missingBlock !== undefined) throw await missingDefinition(tx.db, 'block', missingBlock);
}

async function missingDefinition(db: ReleaseDb, kind: 'type' | 'block', slug: string): Promise<Error> {
  const name = (await nameInTrash(db, kind, slug)) ?? slug;
  return cannotRestore(`Restore the ${kind} “${name}” first`);
}

function cannotRestore(why: string): Error {
  return apiError('cannot_be_restored', { why });
}
