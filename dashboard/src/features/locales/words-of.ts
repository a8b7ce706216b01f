import { valueInWords } from '../editing/conflict/value-words.ts';
import type { EditedField } from '../editing/item.ts';

/** A value of another locale as a text. */
export function wordsOf(field: EditedField, value: unknown, nameOf: (id: string) => string): string {
  const isDocument = field.type === 'richtext' && typeof value === 'object' && value !== null;
  return valueInWords(field, isDocument ? { ...value, type: 'doc' } : value, nameOf);
}
