import { counted } from '../../components/base/counted.ts';
import { valueInWords } from '../editing/conflict/value-words.ts';
import { countOf, outlineOf } from '../blocks/outline/outline.ts';
import type { EditedField } from '../editing/item.ts';

/** A value of another locale as a text. */
export function wordsOf(field: EditedField, value: unknown, nameOf: (id: string) => string): string {
  if (field.type === 'blocks') {
    const count = countOf(outlineOf(value));
    return count === 0 ? '' : counted(count, 'block');
  }
  const isDocument = field.type === 'richtext' && typeof value === 'object' && value !== null;
  return valueInWords(field, isDocument ? { ...value, type: 'doc' } : value, nameOf);
}
