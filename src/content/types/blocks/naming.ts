import type { NamingField, TypeRecord } from '../schema.ts';
import type { BlockRecord } from './schema.ts';

/** The types and definitions of a release. */
interface Definitions {
  types: readonly TypeRecord[];
  blocks: readonly BlockRecord[];
}

type Definition = Pick<TypeRecord, 'slug' | 'name' | 'fields' | 'removed'>;

/** Those fields of types and definitions, types first, as refusals and questions name them. */
export function fieldsWhere(
  { types, blocks }: Definitions,
  of: (definition: Definition) => readonly { key: string }[],
): NamingField[] {
  const placesIn = (definition: Definition) =>
    of(definition).map(({ key: field }) => ({ slug: definition.slug, name: definition.name, field }));
  return [
    ...types.flatMap(placesIn),
    ...blocks.flatMap(placesIn).map((place) => ({ ...place, block: true as const })),
  ];
}

/** The fields of types and of other definitions whose lists take a block. */
export function namingFields({ types, blocks }: Definitions, slug: string): NamingField[] {
  const others = blocks.filter((block) => block.slug !== slug);
  return fieldsWhere({ types, blocks: others }, ({ fields }) =>
    fields.filter(({ options }) => options.blocks?.includes(slug)),
  );
}

/** Removed lists of blocks that may still stand in the indexes of entries; which blocks they took is not known any more. */
export function listsBeingCleared(definitions: Definitions): NamingField[] {
  return fieldsWhere(definitions, ({ removed }) =>
    removed.filter(({ type, is_detached: isDetached }) => type === 'blocks' && isDetached !== true),
  );
}
