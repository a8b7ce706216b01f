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
import { inOrder } from './outline.ts';
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
  throw wrong('id', 'it is not the id of a collection, a section or an article');
}

async function moveCollection(context: ProjectContext, { id, into, before }: MoveInKb): Promise<MovedInKb> {
  if (into !== undefined) throw wrong('into', 'a collection cannot be moved into another item');
  const shelves = await loadKbStructure(context.db, context.now);
  findCollection(shelves, id, 'id');
  const siblings = placedOf(shelves.map(({ record }) => record));
  return carryOut(id, placeOf(siblings, { id, before }), (moved, position) =>
    changeCollection(context, moved, { position }),
  );
}

async function moveSection(context: ProjectContext, { id, into, before }: MoveInKb): Promise<MovedInKb> {
  const shelves = await loadKbStructure(context.db, context.now);
  const { within } = findSection(shelves, id, 'id');
  const target = into === undefined ? within : findCollection(shelves, into, 'into');
  const siblings = placedOf(target.sections.map(({ record }) => record));
  return carryOut(id, placeOf(siblings, { id, before }), (moved, position) =>
    changeSection(context, moved, { position, ...(moved === id ? { collection: target.record._id } : {}) }),
  );
}

async function moveArticle(context: ProjectContext, { id, into, before }: MoveInKb): Promise<MovedInKb> {
  const article = await readArticle(context, kbArticle, id);
  const shelf = into ?? article.draft.shelf;
  const children = (await findInContainer(context.db, shelf)).sort(inOrder);
  const siblings = children.map(({ _id, draft }) => ({ id: _id, position: draft.position }));
  const there = isId('kb_section', shelf) ? { section: shelf } : { collection: shelf, section: null };
  return carryOut(id, placeOf(siblings, { id, before }), (moved, position) =>
    changeKbArticle(context, moved, { position, ...(moved === id ? there : {}) }),
  );
}

function placedOf(records: readonly ContainerRecord[]): PositionedItem[] {
  return records.map(({ _id: id, position }) => ({ id, position }));
}

function placeOf(
  siblings: readonly PositionedItem[],
  { id, before }: Pick<MoveInKb, 'id' | 'before'>,
): ManualPosition {
  const others = siblings.filter((sibling) => sibling.id !== id);
  const place = positionBefore(others, before);
  if (place === null) throw wrong('before', 'it is not in that collection or section (any more)');
  return place;
}

async function carryOut(
  id: string,
  { position, shifted }: ManualPosition,
  write: (id: string, position: number) => Promise<unknown>,
): Promise<MovedInKb> {
  for (const sibling of [...shifted].reverse()) await write(sibling.id, sibling.position);
  await write(id, position);
  return { id, position };
}

function wrong(name: 'id' | 'into' | 'before', why: string) {
  return apiError('invalid_field_value', { name, why }, { param: name });
}
