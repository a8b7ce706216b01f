import type { Field } from '../fields/schema.ts';
import { type Facet, fieldKindOf } from '../fields/service.ts';
import type { DerivedFields, EntryShape, EntryValues, FacetRow } from './schema.ts';

/** Computes what is kept beside the snapshots for filters, sorts, links and uniqueness. */
export function derive(
  { fields, sort_slots: slots }: EntryShape,
  draft: EntryValues,
  live: EntryValues | null,
): DerivedFields {
  const liveRefs = live === null ? [] : linkedIds(fields, live);
  const refs = new Set([...linkedIds(fields, draft), ...liveRefs]);
  const uniques = new Set([
    ...uniqueValues(fields, draft),
    ...(live === null ? [] : uniqueValues(fields, live)),
  ]);
  return {
    ...indexOf({ fields, sort_slots: slots }, live),
    refs: [...refs],
    live_refs: [...new Set(liveRefs)],
    ...(uniques.size > 0 ? { uniques: [...uniques] } : {}),
  };
}

/** What lists ask the live snapshot for: rows to filter by, and keys to sort by. */
export function indexOf(
  shape: EntryShape,
  live: EntryValues | null,
): Pick<DerivedFields, 'facets' | 'sorts'> {
  return live === null
    ? { facets: [], sorts: {} }
    : { facets: facetsOf(shape.fields, live), sorts: sortsOf(shape, live) };
}

function facetsOf(fields: readonly Field[], values: EntryValues): FacetRow[] {
  return fields.flatMap((field) => {
    const value = values[field.key];
    const facets = value === undefined ? undefined : fieldKindOf(field).facets?.(value);
    return (facets ?? []).map((v) => ({ k: field.key, v }));
  });
}

function sortsOf(
  { fields, sort_slots: slots }: EntryShape,
  values: EntryValues,
): Record<string, Facet | null> {
  return Object.fromEntries(
    slots.flatMap(({ key, slot }) => {
      const field = fields.find((each) => each.key === key);
      return field === undefined ? [] : [[slot, sortKeyOf(field, values[key])]];
    }),
  );
}

/** What an entry is sorted by in a field; null where it is empty. */
export function sortKeyOf(field: Field, value: unknown): Facet | null {
  return value === undefined ? null : (fieldKindOf(field).sortKey?.(value) ?? null);
}

function linkedIds(fields: readonly Field[], values: EntryValues): string[] {
  return fields.flatMap((field) => {
    const value = values[field.key];
    return value === undefined
      ? []
      : (fieldKindOf(field).links?.(value, field, field.key) ?? []).map((link) => link.id);
  });
}

/** `key=value` of the unique fields that are filled. */
export function uniqueValues(fields: readonly Field[], values: EntryValues): string[] {
  return fields.flatMap((field) => {
    const value = values[field.key];
    return field.options.unique === true && typeof value === 'string' && value !== ''
      ? [`${field.key}=${value}`]
      : [];
  });
}
