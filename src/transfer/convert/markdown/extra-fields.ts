import { keyPattern } from '../../../content/index.ts';
import { limits } from '../../../contract/limits.ts';
import type { ItemLoss } from '../schema.ts';
import { pageFields } from '../values.ts';
import { dateOf, type FrontMatter } from './front-matter.ts';

type SimpleType = 'string' | 'number' | 'boolean' | 'date';
const keyForm = new RegExp(keyPattern);
/** Keys that fields can't have, and those of the type itself. */
const reservedKeys = new Set([
  'id',
  'created_at',
  'updated_at',
  'published_at',
  'title',
  'path',
  'body',
  'image',
]);

/** The fields that front matter adds to a content type. The first value of a key decides the type of its field. */
export class ExtraFields {
  readonly #types = new Map<string, SimpleType>();

  get definitions(): { key: string; type: SimpleType }[] {
    return [...this.#types].map(([key, type]) => ({ key, type }));
  }

  /** The values that fit into fields; the others are losses. */
  valuesOf(others: FrontMatter, losses: ItemLoss[]): Record<string, unknown> {
    const values: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(others)) {
      const fieldValue = this.#read(key, value);
      if (fieldValue === undefined) losses.push({ reason: 'front_matter_key', detail: key });
      else values[key] = fieldValue;
    }
    return values;
  }

  #read(key: string, value: unknown): unknown {
    if (!keyForm.test(key) || reservedKeys.has(key)) return undefined;
    const simple = simpleValue(value);
    if (simple === null) return undefined;
    const type = this.#types.get(key) ?? simple.type;
    if (type !== simple.type)
      return type === 'string' && simple.type === 'number' ? String(simple.value) : undefined;
    if (!this.#types.has(key) && this.#types.size === limits.fields_per_type_max - pageFields.length)
      return undefined;
    this.#types.set(key, type);
    return simple.value;
  }
}

function simpleValue(value: unknown): { type: SimpleType; value: unknown } | null {
  if (typeof value === 'boolean') return { type: 'boolean', value };
  if (typeof value === 'number')
    return Number.isSafeInteger(Math.trunc(value)) ? { type: 'number', value } : null;
  const date = value instanceof Date || /^\d{4}-\d\d-\d\d/.test(String(value)) ? dateOf(value) : null;
  if (date !== null) return { type: 'date', value: date.toISOString() };
  const fits =
    typeof value === 'string' && value.length <= limits.string_chars_max && !/[\n\r\u2028\u2029]/.test(value);
  return fits ? { type: 'string', value } : null;
}
