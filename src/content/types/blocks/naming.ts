import type { NamingField, TypeRecord } from '../schema.ts';
import type { BlockRecord } from './schema.ts';

/** The types and definitions of a release. */
interface Definitions {
  types: readonly TypeRecord[];
  blocks: readonly BlockRecord[];
}

type NamedDefinition = Pick<TypeRecord, 'slug' | 'name' | 'fields' | 'removed'>;

/** The selected fields of types and blocks, types first, as error hints and dialogs list them. */
export function fieldsWhere(
  { types, blocks }: Definitions,
  selectFields: (definition: NamedDefinition) => readonly { key: string }[],
): NamingField[] {
  const namingFieldsIn = (definition: NamedDefinition) =>
    selectFields(definition).map(({ key: field }) => ({
      slug: definition.slug,
      name: definition.name,
      field,
    }));
  return [
    ...types.flatMap(namingFieldsIn),
    ...blocks.flatMap(namingFieldsIn).map((field) => ({ ...field, block: true as const })),
  ];
}

/** The fields of types and of other blocks whose lists can contain a block. */
export function namingFields({ types, blocks }: Definitions, slug: string): NamingField[] {
  const otherBlocks = blocks.filter((block) => block.slug !== slug);
  return fieldsWhere({ types, blocks: otherBlocks }, ({ fields }) =>
    fields.filter(({ options }) => options.blocks?.includes(slug)),
  );
}

/** Removed lists of blocks that may still be in the indexes of entries. Their previous blocks are unknown. */
export function listsBeingCleared(definitions: Definitions): NamingField[] {
  return fieldsWhere(definitions, ({ removed }) =>
    removed.filter(({ type, is_detached: isDetached }) => type === 'blocks' && isDetached !== true),
  );
}
