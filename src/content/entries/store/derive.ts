import { liveReferenceName } from '../../../contract/fields/links.ts';
import type { Field } from '../../fields/schema.ts';
import { blocksOf, eachFieldValue, linksIn } from '../../fields/walk.ts';
import type { Facet } from '../../fields/kind.ts';
import { fieldKindOf } from '../../fields/kinds.ts';
import type { DerivedFields, EntryRecord, EntryShape, EntryValues, FacetRow } from './schema.ts';

/** Computes what is kept beside the snapshots for filters, sorts, links and uniqueness. */
export function derive(
  shape: EntryShape,
  item: Pick<EntryRecord, 'draft' | 'live' | 'pending'>,
): DerivedFields {
  const { live } = item;
  const snapshots = snapshotsOf(item);
  const liveRefs = live === null ? [] : [...linksIn(shape, live)].map(liveReferenceName);
  const refs = new Set(snapshots.flatMap((values) => [...linksIn(shape, values)].map(({ id }) => id)));
  const uniques = new Set(snapshots.flatMap((values) => uniqueValues(shape.fields, values)));
  const uses = new Set(snapshots.flatMap((values) => blockUses(shape, values)));
  return {
    ...indexOf(shape, live),
    refs: [...refs],
    live_refs: [...new Set(liveRefs)],
    ...(uniques.size > 0 ? { uniques: [...uniques] } : {}),
    ...(uses.size > 0 ? { block_uses: [...uses] } : {}),
  };
}

/** All that is kept of an entry: its draft, what is live, and what is scheduled to be. */
export function snapshotsOf({ draft, live, pending }: Pick<EntryRecord, 'draft' | 'live' | 'pending'>) {
  return [draft, ...(live === null ? [] : [live]), ...(pending === undefined ? [] : [pending.values])];
}

/** What lists read from the live snapshot: rows to filter by, and keys to sort by. */
function indexOf(
  shape: Pick<EntryShape, 'fields' | 'sort_slots'>,
  live: EntryValues | null,
): Pick<DerivedFields, 'facets' | 'sorts'> {
  return live === null
    ? { facets: [], sorts: {} }
    : { facets: facetsOf(shape.fields, live), sorts: sortsOf(shape, live) };
}

function facetsOf(fields: readonly Field[], values: EntryValues): FacetRow[] {
  return fields.flatMap((field) => {
    const value = values[field.key];
    if (value === undefined) return [];
    const kind = fieldKindOf(field);
    return [
      ...(kind.facets?.(value) ?? []).map((v) => ({ k: field.key, v })),
      ...Object.entries(kind.parts?.(value) ?? {}).map(([part, v]) => ({ k: partKey(field.key, part), v })),
    ];
  });
}

/** The name of a filter row for a part of a value. Keys of fields contain no `~`. */
export function partKey(key: string, part: string): string {
  return `${key}~${part}`;
}

function sortsOf(
  { fields, sort_slots: slots }: Pick<EntryShape, 'fields' | 'sort_slots'>,
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

/** What the blocks of a snapshot hold definitions to. */
function blockUses(shape: EntryShape, values: EntryValues): string[] {
  const uses: string[] = [];
  for (const { block, field, owner } of blocksOf(shape, values)) {
    const list = owner === null ? `${shape.slug}/${field.key}` : `${owner.block}.${field.key}`;
    uses.push(block.block, `${list}=${block.block}`);
  }
  if (uses.length === 0) return uses;
  for (const { field, block, value } of eachFieldValue(shape, values))
    if (block !== null && field.options.choices !== undefined)
      for (const choice of [value].flat()) uses.push(`${block.block}.${field.key}=${String(choice)}`);
  return uses;
}

/** `key=value` of the unique fields that are filled. */
function uniqueValues(fields: readonly Field[], values: EntryValues): string[] {
  return fields.flatMap((field) => {
    const value = values[field.key];
    return field.options.unique === true && typeof value === 'string' && value !== ''
      ? [`${field.key}=${value}`]
      : [];
  });
}
