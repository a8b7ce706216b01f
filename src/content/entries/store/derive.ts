import { isDeepStrictEqual } from 'node:util';
import { fieldStoredAs, storageKey } from '../../../contract/fields/storage-key.ts';
import { liveReferenceName } from '../../../contract/fields/links.ts';
import { furtherSnapshots } from '../../../lifecycle/index.ts';
import { partsOf } from './locales/states.ts';
import type { Field, RemovedField } from '../../fields/schema.ts';
import { blocksOf, eachFieldValue, haveSameFields, linksIn } from '../../fields/walk.ts';
import type { Facet } from '../../fields/kind.ts';
import { fieldKindOf } from '../../fields/kinds.ts';
import type { DerivedFields, EntryRecord, EntryShape, EntryValues, FacetRow } from './schema.ts';

/** Computes the keys for filters, sorts, links and uniqueness from the snapshots. */
export function derive(shape: EntryShape, item: Snapshots): DerivedFields {
  const { live, shared_live: sharedLive } = item;
  const further = furtherSnapshots(item, partsOf(shape));
  const snapshots = [...snapshotsOf(item), ...further.all];
  const liveValues = [...(live === null ? [] : [live]), ...further.live];
  const liveRefs = liveValues.flatMap((values) => [...linksIn(shape, values)].map(liveReferenceName));
  const refs = new Set(snapshots.flatMap((values) => [...linksIn(shape, values)].map(({ id }) => id)));
  for (const id of hiddenLinks(shape, snapshots)) if (!refs.has(id)) refs.add(hiddenMark + id);
  // Rows of further locales reserve the unique values of those locales.
  const reservedBy = [...snapshotsOf(item), ...(sharedLive === undefined ? [] : [sharedLive])];
  const uniques = new Set(reservedBy.flatMap((values) => uniqueValues(shape.fields, values)));
  const uses = new Set(
    snapshots.flatMap((values) => [...blockUses(shape, values), ...hiddenUses(shape, values)]),
  );
  return {
    ...indexOf(shape, live),
    refs: [...refs],
    live_refs: [...new Set(liveRefs)],
    ...(uniques.size > 0 ? { uniques: [...uniques] } : {}),
    ...(uses.size > 0 ? { block_uses: [...uses] } : {}),
    ...(equalsLive(shape, item) ? { equals_live: true as const } : {}),
  };
}

/** The parts of an entry that have values. */
type Snapshots = Pick<EntryRecord, 'draft' | 'live' | 'pending' | 'locales' | 'shared_live'>;

/** The snapshots of the default locale of an entry: draft, live and scheduled. */
export function snapshotsOf({ draft, live, pending }: Pick<EntryRecord, 'draft' | 'live' | 'pending'>) {
  return [draft, ...(live === null ? [] : [live]), ...(pending === undefined ? [] : [pending.values])];
}

/** The rows and keys of the live snapshot that lists filter and sort by. */
export function indexOf(
  shape: Pick<EntryShape, 'fields' | 'removed' | 'sort_slots'>,
  live: EntryValues | null,
): Pick<DerivedFields, 'facets' | 'sorts'> {
  return live === null
    ? { facets: [], sorts: {} }
    : { facets: facetsOf(withRestorable(shape), live), sorts: sortsOf(shape, live) };
}

/** The fields, and the removed ones whose values may be restored. Filter rows are derived from both. */
function withRestorable({ fields, removed = [] }: Pick<EntryShape, 'fields' | 'removed'>): readonly Field[] {
  const restorable = removed.filter(({ is_begun: isBegun }) => isBegun !== true);
  return restorable.length === 0 ? fields : [...fields, ...restorable.map(asField)];
}

function asField(removed: RemovedField): Field {
  return { label: '', options: {}, ...removed };
}

function facetsOf(fields: readonly Field[], values: EntryValues): FacetRow[] {
  return fields.flatMap((field) => {
    const value = values[storageKey(field)];
    if (value === undefined) return [];
    const kind = fieldKindOf(field);
    return [
      ...(kind.facets?.(value) ?? []).map((v) => ({ k: storageKey(field), v })),
      ...Object.entries(kind.parts?.(value) ?? {}).map(([part, v]) => ({
        k: partKey(storageKey(field), part),
        v,
      })),
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
      const field = fieldStoredAs(fields, key);
      return field === undefined ? [] : [[slot, sortKeyOf(field, values[key])]];
    }),
  );
}

/** The sort key of an entry in a field; null if the field is empty. */
export function sortKeyOf(field: Field, value: unknown): Facet | null {
  return value === undefined ? null : (fieldKindOf(field).sortKey?.(value) ?? null);
}

/** The `block_uses` of a snapshot (schema.ts). */
function blockUses(shape: EntryShape, values: EntryValues): string[] {
  const uses: string[] = [];
  for (const { block, field, owner } of blocksOf(shape, values)) {
    const list =
      owner === null ? `${shape.slug}/${storageKey(field)}` : `${owner.block}.${storageKey(field)}`;
    uses.push(block.block, `${list}=${block.block}`);
  }
  if (uses.length === 0) return uses;
  for (const { field, block, value } of eachFieldValue(shape, values))
    if (block !== null && field.options.choices !== undefined)
      for (const choice of [value].flat()) uses.push(`${block.block}.${storageKey(field)}=${String(choice)}`);
  return uses;
}

/** Whether the draft differs from the live version only in values of removed fields. */
function equalsLive(shape: EntryShape, { draft, live }: Pick<EntryRecord, 'draft' | 'live'>): boolean {
  if (live === null || !hasRemovedFields(shape) || isDeepStrictEqual(draft, live)) return false;
  return haveSameFields(shape, draft, live);
}

function hasRemovedFields(shape: EntryShape): boolean {
  return [shape, ...shape.blocks.values()].some(({ removed = [] }) => removed.length > 0);
}

/** The ids in values of removed fields. */
function hiddenLinks(shape: EntryShape, snapshots: readonly EntryValues[]): string[] {
  if (!hasRemovedFields(shape)) return [];
  const blocks = new Map([...shape.blocks].map(([slug, block]) => [slug, { fields: withRestorable(block) }]));
  const all = { fields: withRestorable(shape), blocks };
  return snapshots.flatMap((values) => [...linksIn(all, values)].map(({ id }) => id));
}

/** `~hero` for each block that only a removed field has: its values may be restored, and protect no definition. */
function hiddenUses(shape: EntryShape, values: EntryValues): string[] {
  const isHiding = (definition: { removed?: readonly RemovedField[] }) =>
    definition.removed?.some(({ type }) => type === 'blocks') === true;
  if (!isHiding(shape) && ![...shape.blocks.values()].some(isHiding)) return [];
  const withRemoved = { fields: listsOf(shape), blocks: new Map(blockLists(shape)) };
  const slugs = [...blocksOf(withRemoved, values)].map(({ block }) => block.block);
  const visibleSlugs = new Set([...blocksOf(shape, values)].map(({ block }) => block.block));
  return slugs.filter((slug) => !visibleSlugs.has(slug)).map((slug) => `${hiddenMark}${slug}`);
}

/** The prefix of a block in `block_uses`, or of an id in `refs`, that only removed fields contain. */
export const hiddenMark = '~';

function* blockLists({ blocks }: EntryShape) {
  for (const [slug, block] of blocks) yield [slug, { fields: listsOf(block) }] as const;
}

/** The lists of blocks of a definition, removed ones too. */
function listsOf({
  fields,
  removed = [],
}: {
  fields: readonly Field[];
  removed?: readonly RemovedField[];
}): Field[] {
  return [...fields, ...removed.map(asField)].filter(({ type }) => type === 'blocks');
}

/** `key=value` (the storage key) of the unique fields that are filled. */
function uniqueValues(fields: readonly Field[], values: EntryValues): string[] {
  return fields.flatMap((field) => {
    const value = values[storageKey(field)];
    return field.options.unique === true && typeof value === 'string' && value !== ''
      ? [`${storageKey(field)}=${value}`]
      : [];
  });
}
