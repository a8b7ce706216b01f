import type { Block } from '../../../contract/fields/blocks.ts';
import { storageKey } from '../../../contract/fields/storage-key.ts';
import type { Field } from '../schema.ts';
import type { Shape } from '../walk.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * Stored values in two parts. `own` has the localized values of one locale by address: the storage key of a field, or
 * `list/blk_id/key` for a value inside a shared list of blocks. `shared` has all other values.
 */
interface SplitValues {
  own: Values;
  shared: Values;
}

/** Whether values of a field are different in each locale. */
export function isLocalized({ options }: Pick<Field, 'options'>): boolean {
  return options.localized === true;
}

const textTypes: readonly string[] = ['string', 'text', 'richtext'];

/** Whether people translate the values of a localized field: texts, but no slugs and no unique values. */
export function isTranslated({ type, options }: Pick<Field, 'type' | 'options'>): boolean {
  const isText = textTypes.includes(type) && options.unique !== true && options.source === undefined;
  return isText && isLocalized({ options });
}

/** Whether a definition has a localized field, itself or in a block that its lists can contain. */
export function hasLocalizedFields({ fields, blocks }: Shape): boolean {
  const visited = new Set<string>();
  const queue = [...fields];
  for (let field = queue.shift(); field !== undefined; field = queue.shift()) {
    if (isLocalized(field)) return true;
    if (field.type !== 'blocks') continue;
    for (const slug of field.options.blocks ?? []) {
      if (visited.has(slug)) continue;
      visited.add(slug);
      queue.push(...(blocks.get(slug)?.fields ?? []));
    }
  }
  return false;
}

/** A text that changes with the localized fields of a definition and with their option `fallback`. */
export function localizedSignature({ fields, blocks }: Shape): string {
  const visited = new Set<string>();
  const parts: string[] = [];
  const queue = fields.map((field) => ({ field, owner: '' }));
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const { field, owner } = next;
    if (isLocalized(field))
      parts.push(`${owner}${storageKey(field)}${field.options.fallback === false ? '!' : ''}`);
    else if (field.type === 'blocks')
      for (const slug of field.options.blocks ?? []) {
        if (visited.has(slug)) continue;
        visited.add(slug);
        for (const inner of blocks.get(slug)?.fields ?? []) queue.push({ field: inner, owner: `${slug}.` });
      }
  }
  return parts.join(' ');
}

/** Splits the values of one locale. Values of removed fields count as shared. */
export function splitValues(shape: Shape, values: Values): SplitValues {
  const own: Record<string, unknown> = {};
  const shared = splitIn(shape, values, { own, addressOf: (key) => key, list: null });
  return { own, shared };
}

interface Location {
  own: Record<string, unknown>;
  addressOf: (key: string) => string;
  /** The storage key of the outermost list; null outside of blocks. */
  list: string | null;
}

function splitIn({ fields, blocks }: Shape, values: Values, location: Location): Record<string, unknown> {
  const { own, addressOf, list } = location;
  const shared: Record<string, unknown> = { ...values };
  for (const field of fields) {
    const key = storageKey(field);
    const value = values[key];
    if (value === undefined || value === null) continue;
    if (isLocalized(field)) {
      own[addressOf(key)] = value;
      delete shared[key];
    } else if (field.type === 'blocks') {
      const top = list ?? key;
      shared[key] = (value as Block[]).map((block) => {
        const nested = { own, list: top, addressOf: (inner: string) => `${top}/${block.id}/${inner}` };
        const definition = { fields: blocks.get(block.block)?.fields ?? [], blocks };
        return { ...block, values: splitIn(definition, block.values, nested) };
      });
    }
  }
  return shared;
}

/** The values of one locale, from its own values and the shared ones. Own values of removed blocks are omitted. */
export function joinValues(shape: Shape, shared: Values, own: Values): Record<string, unknown> {
  return joinIn(shape, shared, { own, addressOf: (key) => key, list: null });
}

function joinIn(
  { fields, blocks }: Shape,
  shared: Values,
  { own, addressOf, list }: { own: Values } & Pick<Location, 'addressOf' | 'list'>,
): Record<string, unknown> {
  const values: Record<string, unknown> = { ...shared };
  for (const field of fields) {
    const key = storageKey(field);
    if (isLocalized(field)) {
      const value = own[addressOf(key)];
      if (value !== undefined && value !== null) values[key] = value;
      else delete values[key];
    } else if (field.type === 'blocks' && Array.isArray(shared[key])) {
      const top = list ?? key;
      values[key] = (shared[key] as Block[]).map((block) => {
        const nested = { own, list: top, addressOf: (inner: string) => `${top}/${block.id}/${inner}` };
        const definition = { fields: blocks.get(block.block)?.fields ?? [], blocks };
        return { ...block, values: joinIn(definition, block.values, nested) };
      });
    }
  }
  return values;
}

/** A localized value that an item can have. */
interface LocalizedAddress {
  address: string;
  /** The address with the keys of the fields, as responses contain it. */
  name: string;
  /** Whether an empty value is replaced by that of a fallback. */
  fallsBack: boolean;
  field: Field;
}

/** The localized values that an item with these shared values can have. */
export function* localizedAddresses(
  shape: Shape,
  shared: Values,
  list: { key: string; name: string; blockId: string } | null = null,
): Generator<LocalizedAddress, void, undefined> {
  const { fields, blocks } = shape;
  for (const field of fields) {
    const key = storageKey(field);
    if (isLocalized(field)) {
      const [address, name] =
        list === null
          ? [key, field.key]
          : [`${list.key}/${list.blockId}/${key}`, `${list.name}/${list.blockId}/${field.key}`];
      yield { address, name, fallsBack: field.options.fallback !== false, field };
    } else if (field.type === 'blocks' && Array.isArray(shared[key])) {
      for (const block of shared[key] as Block[]) {
        const top = list ?? { key, name: field.key };
        const definition = { fields: blocks.get(block.block)?.fields ?? [], blocks };
        yield* localizedAddresses(definition, block.values, { ...top, blockId: block.id });
      }
    }
  }
}

/** The definition in which localized fields, or the shared ones outside of blocks, may be empty. */
export function withOptional<S extends Shape>(
  shape: S,
  { localized, shared }: { localized: boolean; shared: boolean },
): S {
  if (!localized && !shared) return shape;
  const optional = (field: Field): Field => {
    const { required: _required, ...options } = field.options;
    return { ...field, options };
  };
  const inBlock = (field: Field) => (localized && isLocalized(field) ? optional(field) : field);
  const blocks = new Map(
    [...shape.blocks].map(([slug, block]) => [slug, { ...block, fields: block.fields.map(inBlock) }]),
  );
  const fields = shape.fields.map((field) =>
    (isLocalized(field) ? localized : shared) ? optional(field) : field,
  );
  return { ...shape, fields, blocks };
}
