import type { FieldType } from '../../../contract/fields/field-types.ts';
import { eachFieldValue, type Leaf } from '../../fields/walk.ts';
import type { RichtextDocument } from '../../richtext/schema.ts';
import { plainText } from '../../richtext/service.ts';
import type { TypesBySlug } from '../../types/types-by-slug.ts';
import { labelKey, titleOf } from '../editor/label.ts';
import type { EntryRecord } from '../store/schema.ts';
import { storageKey } from '../../../contract/fields/storage-key.ts';

/** Field types whose values contain words that people search. */
const textTypes: readonly FieldType[] = ['string', 'text', 'url', 'select', 'number', 'string_list'];

/**
 * Returns the title of a draft and its other texts, including those in blocks; null if its type is being deleted.
 */
export function searchedTexts(
  entry: Pick<EntryRecord, 'type' | 'draft'>,
  types: TypesBySlug,
): { title: string; texts: string[] } | null {
  const type = types.get(entry.type);
  if (type === undefined) return null;
  const titleKey = labelKey(type);
  const leaves = [...eachFieldValue({ fields: type.fields, blocks: types.blocks }, entry.draft)];
  const withoutTitle = leaves.filter(({ field, block }) => block !== null || storageKey(field) !== titleKey);
  const nameOfUntitled = type.kind === 'singleton' ? type.name : '';
  return { title: titleOf(type, entry.draft, nameOfUntitled), texts: withoutTitle.flatMap(textsOf) };
}

function textsOf({ field, value }: Leaf): string[] {
  if (field.type === 'richtext') return [plainText(value as RichtextDocument)];
  if (!textTypes.includes(field.type)) return [];
  return [value].flat().flatMap((item) => (['string', 'number'].includes(typeof item) ? [String(item)] : []));
}
