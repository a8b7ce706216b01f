import type { Field } from '../../../fields/schema.ts';
import type { TypeRecord } from '../../schema.ts';

/** The part of a field, present or removed, that says which blocks it can contain. */
interface ListField {
  readonly options?: { readonly blocks?: readonly string[] };
}

/** Definitions by slug, with the blocks that their fields can contain. */
type Fields = ReadonlyMap<string, { readonly fields: readonly ListField[] }>;

/** The slugs of all blocks that the fields can contain, at any depth. */
export function reachableBlocks(fields: readonly ListField[], blocks: Fields): Set<string> {
  const slugs = new Set<string>();
  const queue = [...fields];
  for (let field = queue.pop(); field !== undefined; field = queue.pop()) {
    for (const slug of field.options?.blocks ?? []) {
      if (slugs.has(slug)) continue;
      slugs.add(slug);
      queue.push(...(blocks.get(slug)?.fields ?? []));
    }
  }
  return slugs;
}

/** The fields of a type that can contain the block, at any depth. */
export function fieldsReaching(
  { fields }: Pick<TypeRecord, 'fields'>,
  slug: string,
  blocks: Fields,
): Field[] {
  return fields.filter((field) => field.type === 'blocks' && reachableBlocks([field], blocks).has(slug));
}

/** Whether values of the fields, or of removed fields, can contain blocks. */
export function holdsBlocks({ fields, removed }: Pick<TypeRecord, 'fields' | 'removed'>): boolean {
  return [...fields, ...removed].some(({ type }) => type === 'blocks');
}
