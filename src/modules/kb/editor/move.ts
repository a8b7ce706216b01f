import { readArticle } from '../../articles/read.ts';
import { isId, kindOfId } from '../../../contract/ids.ts';
import { apiError } from '../../../contract/errors/api-error.ts';
import type { ProjectContext } from '../../../core/context/index.ts';
import { kbArticle } from '../articles/module.ts';
import { changeKbArticle } from '../articles/service.ts';
import { changeCollection, findCollection } from '../structure/collections.ts';
import { changeSection, findSection } from '../structure/sections.ts';
import type { ContainerRecord } from '../structure/schema.ts';
import { loadKbStructure } from '../structure/structure.ts';
import { comparePositions } from './outline.ts';
import { type ManualPosition, positionBefore, type PositionedItem } from './manual-position.ts';
import { findInContainer } from './repository.ts';
import type { MovedInKb, MoveInKb } from './schema.ts';

/**
 * Moves a collection, section or article before a sibling, or to the end. Draft and live values move
 * together, so readers see the order at once. Siblings move only if there is no gap, last one first and each
 * in its own write, so the order is never wrong.
 * @throws unknown_kb_article, unknown_kb_collection, unknown_kb_section, invalid_field_value
 */
export async function moveInKb(context: ProjectContext, move: MoveInKb): Promise<MovedInKb> {
  const kind = kindOfId(move.id);
  if (kind === 'kb_collection') return moveCollection(context, move);
  if (kind === 'kb_section') return moveSection(context, move);
  if (kind === 'kb_article') return moveArticle(context, move);
  throw invalidMove('id', 'it is not the id of a collection, a section or an article');
}

async function moveCollection(context: ProjectContext, { id, into, before }: MoveInKb): Promise<MovedInKb> {
  if (into !== undefined) throw invalidMove('into', 'a collection cannot be moved into another item');
  const collections = await loadKbStructure(context);
  findCollection(collections, id, 'id');
  const siblings = positionsOf(collections.map(({ record }) => record));
  return storeMove(id, newPosition(siblings, { id, before }), (itemId, position) =>
    changeCollection(context, itemId, { position }),
  );
}

async function moveSection(context: ProjectContext, { id, into, before }: MoveInKb): Promise<MovedInKb> {
  const collections = await loadKbStructure(context);
  const { collection } = findSection(collections, id, 'id');
  const target = into === undefined ? collection : findCollection(collections, into, 'into');
  const siblings = positionsOf(target.sections.map(({ record }) => record));
  return storeMove(id, newPosition(siblings, { id, before }), (itemId, position) =>
    changeSection(context, itemId, { position, ...(itemId === id ? { collection: target.record._id } : {}) }),
  );
}

async function moveArticle(context: ProjectContext, { id, into, before }: MoveInKb): Promise<MovedInKb> {
  const article = await readArticle(context, kbArticle, id);
  const containerId = into ?? article.draft.shelf;
  const children = (await findInContainer(context.db, containerId)).sort(comparePositions);
  const siblings = children.map(({ _id, draft }) => ({ id: _id, position: draft.position }));
  const container = isId('kb_section', containerId)
    ? { section: containerId }
    : { collection: containerId, section: null };
  return storeMove(id, newPosition(siblings, { id, before }), (itemId, position) =>
    changeKbArticle(context, itemId, { position, ...(itemId === id ? container : {}) }),
  );
}

function positionsOf(records: readonly ContainerRecord[]): PositionedItem[] {
  return records.map(({ _id: id, position }) => ({ id, position }));
}

function newPosition(
  siblings: readonly PositionedItem[],
  { id, before }: Pick<MoveInKb, 'id' | 'before'>,
): ManualPosition {
  const others = siblings.filter((sibling) => sibling.id !== id);
  const target = positionBefore(others, before);
  if (target === null) throw invalidMove('before', 'it is not in that collection or section (any more)');
  return target;
}

async function storeMove(
  id: string,
  { position, shiftedSiblings: shifted }: ManualPosition,
  write: (id: string, position: number) => Promise<unknown>,
): Promise<MovedInKb> {
  for (const sibling of [...shifted].reverse()) await write(sibling.id, sibling.position);
  await write(id, position);
  return { id, position };
}

function invalidMove(name: 'id' | 'into' | 'before', why: string) {
  return apiError('invalid_field_value', { name, why }, { param: name });
}
