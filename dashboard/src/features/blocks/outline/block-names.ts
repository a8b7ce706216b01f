import type { EditedField } from '../../editing/item.ts';
import type { Values } from '../../editing/conflict/merge.ts';
import { type Definitions, blockName } from './definitions.ts';
import { leafKey, parseLeafKey } from './flatten.ts';
import { findBlock, isOutline, type Outline, outlineOf, eachBlock } from './outline.ts';

interface EditedValues {
  fields: readonly EditedField[];
  definitions: Definitions;
  /** The stored draft; `valueOf` includes unsaved changes. */
  draft: Values;
  valueOf: (key: string) => unknown;
}

/** The field with a name in the form. The label of a block's field includes the block: "Hero “Spring”: Link". */
export function findField(
  name: string,
  { fields, definitions, draft, valueOf }: EditedValues,
): EditedField | undefined {
  const leaf = parseLeafKey(name);
  if (leaf === null) return fields.find(({ key }) => key === name);
  const { top, id, key } = leaf;
  const outlines = [valueOf(top), draft[top]].map(outlineOf);
  const slug = outlines.map((outline) => findBlock(outline, top, id)?.item.block).find(Boolean);
  const field = definitions.get(slug ?? '')?.fields.find((one) => one.key === key);
  if (slug === undefined || field === undefined) return undefined;
  return {
    ...(field as EditedField),
    label: `${blockTitle(slug, top, id, { definitions, valueOf })}: ${field.label}`,
  };
}

function blockTitle(
  slug: string,
  top: string,
  id: string,
  { definitions, valueOf }: Pick<EditedValues, 'definitions' | 'valueOf'>,
): string {
  const label = valueOf(leafKey(top, id, definitions.get(slug)?.display_field ?? ''));
  const name = blockName(definitions, slug);
  return typeof label === 'string' && label !== '' ? `${name} “${label}”` : name;
}

/** The names of an outline's blocks, indented by level; returns other values unchanged. */
export function toBlockNames(
  value: unknown,
  top: string,
  values: Pick<EditedValues, 'definitions' | 'valueOf'>,
): unknown {
  if (!isOutline(value) || value.length === 0) return value;
  const outline: Outline = value;
  return [...eachBlock(outline, top)].map(
    ({ item: { id, block }, level }) => `${'– '.repeat(level - 1)}${blockTitle(block, top, id, values)}`,
  );
}
