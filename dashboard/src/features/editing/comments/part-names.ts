import { collectIds, leafKey } from '../../blocks/outline/flatten.ts';
import { blockName, type Definitions } from '../../blocks/outline/definitions.ts';
import { eachBlock, outlineOf } from '../../blocks/outline/outline.ts';
import type { EditedField } from '../item.ts';
import type { ItemEditor } from '../item-editor.ts';
import type { ItemPart } from './context.ts';

/** How the panel names a part of the item. */
export interface PartName {
  label: string;
  /** The name of the part in the form; null for the whole item and for removed parts. */
  name: string | null;
}

interface PartContext {
  fields: readonly EditedField[];
  /** Null while they load. */
  definitions: Definitions | null;
  editor: ItemEditor;
}

/** The name of a part of the item in the draft. */
export function partName({ field, blockId }: ItemPart, parts: PartContext): PartName {
  const { fields, editor } = parts;
  if (blockId !== null) return blockPartName(blockId, field, parts);
  if (field === null) return { label: `This ${editor.service.noun}`, name: null };
  const definition = fields.find(({ key }) => key === field);
  return definition === undefined ? { label: field, name: null } : { label: definition.label, name: field };
}

function blockPartName(blockId: string, field: string | null, parts: PartContext): PartName {
  const { fields, definitions, editor } = parts;
  const top = fields.find(
    ({ key, type }) => type === 'blocks' && collectIds(editor.store.valueOf(key)).has(blockId),
  );
  if (top === undefined) return { label: 'Removed block', name: null };
  const outline = outlineOf(editor.store.valueOf(top.key));
  const block = [...eachBlock(outline, top.key)].find(({ item }) => item.id === blockId)?.item.block ?? '';
  const label = definitions === null ? top.label : blockName(definitions, block);
  if (field === null) return { label, name: `${top.key}/${blockId}` };
  const definition = definitions?.get(block)?.fields.find(({ key }) => key === field);
  return { label: `${label}, ${definition?.label ?? field}`, name: leafKey(top.key, blockId, field) };
}
