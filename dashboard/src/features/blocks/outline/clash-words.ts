import type { EditedField } from '../../editing/item.ts';
import type { Values } from '../../editing/conflict/merge.ts';
import { type Definitions, nameOf } from './definitions.ts';
import { leafKey, leafOf } from './flat.ts';
import { find, isOutline, type Outline, outlineOf, placesOf } from './outline.ts';

interface Known {
  fields: readonly EditedField[];
  definitions: Definitions;
  /** The draft as it is stored, and as it was typed. */
  draft: Values;
  valueOf: (key: string) => unknown;
}

/** The field of a name, that of a block called by its block: "Hero “Spring”: Link". */
export function namedField(
  name: string,
  { fields, definitions, draft, valueOf }: Known,
): EditedField | undefined {
  const leaf = leafOf(name);
  if (leaf === null) return fields.find(({ key }) => key === name);
  const { top, id, key } = leaf;
  const outlines = [valueOf(top), draft[top]].map(outlineOf);
  const slug = outlines.map((outline) => find(outline, top, id)?.item.block).find(Boolean);
  const field = definitions.get(slug ?? '')?.fields.find((one) => one.key === key);
  if (slug === undefined || field === undefined) return undefined;
  return {
    ...(field as EditedField),
    label: `${titleOf(slug, top, id, { definitions, valueOf })}: ${field.label}`,
  };
}

function titleOf(
  slug: string,
  top: string,
  id: string,
  { definitions, valueOf }: Pick<Known, 'definitions' | 'valueOf'>,
): string {
  const label = valueOf(leafKey(top, id, definitions.get(slug)?.display_field ?? ''));
  const name = nameOf(definitions, slug);
  return typeof label === 'string' && label !== '' ? `${name} “${label}”` : name;
}

/** An order of blocks as the names of its blocks; other values as they are. */
export function inNames(value: unknown, top: string, known: Pick<Known, 'definitions' | 'valueOf'>): unknown {
  if (!isOutline(value) || value.length === 0) return value;
  const outline: Outline = value;
  return [...placesOf(outline, top)].map(
    ({ item: { id, block }, level }) => `${'– '.repeat(level - 1)}${titleOf(block, top, id, known)}`,
  );
}
