import type { Field } from '../../../fields/schema.ts';
import type { TypeRecord } from '../../schema.ts';

/** A field, also a removed one, as far as it matters which blocks its lists contain. */
interface ListField {
  readonly options?: { readonly blocks?: readonly string[] };
}

/** Definitions by slug, as far as it matters what they lead to. */
type Fields = ReadonlyMap<string, { readonly fields: readonly ListField[] }>;

/** The slugs of all definitions that these fields lead to, through any depth. */
export function reachedFrom(fields: readonly ListField[], blocks: Fields): Set<string> {
  const reached = new Set<string>();
  const coming = [...fields];
  for (let field = coming.pop(); field !== undefined; field = coming.pop()) {
    for (const slug of field.options?.blocks ?? []) {
      if (reached.has(slug)) continue;
      reached.add(slug);
      coming.push(...(blocks.get(slug)?.fields ?? []));
    }
  }
  return reached;
}

/** The fields of a type through which readers meet a definition. */
export function fieldsReaching(
  { fields }: Pick<TypeRecord, 'fields'>,
  slug: string,
  blocks: Fields,
): Field[] {
  return fields.filter((field) => field.type === 'blocks' && reachedFrom([field], blocks).has(slug));
}

/** Whether values of the fields, or of removed fields, can contain blocks. */
export function holdsBlocks({ fields, removed }: Pick<TypeRecord, 'fields' | 'removed'>): boolean {
  return [...fields, ...removed].some(({ type }) => type === 'blocks');
}
