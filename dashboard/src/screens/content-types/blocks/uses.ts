import type { BlockDefinition } from '../../../../../src/content/types/blocks/schema.ts';
import type { ContentType } from '../../../../../src/content/types/schema.ts';

/** A field that takes a block, of a type or of another definition. */
export interface BlockUse {
  of: 'type' | 'block';
  slug: string;
  name: string;
  field: string;
}

/** Every field that takes the block. */
export function usesOf(
  slug: string,
  { types, blocks }: { types: readonly ContentType[]; blocks: readonly BlockDefinition[] },
): BlockUse[] {
  const inFields = (of: BlockUse['of'], { slug: owner, name, fields }: ContentType | BlockDefinition) =>
    fields
      .filter(({ options }) => (options as { blocks?: string[] }).blocks?.includes(slug) === true)
      .map(({ label }): BlockUse => ({ of, slug: owner, name, field: label }));
  return [
    ...types.flatMap((type) => inFields('type', type)),
    ...blocks.flatMap((block) => inFields('block', block)),
  ];
}
