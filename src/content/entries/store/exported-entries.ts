import type { Block } from '../../../contract/fields/blocks.ts';
import { fieldStoredAs, storageKey } from '../../../contract/fields/storage-key.ts';
import type { ReleaseDb } from '../../../core/mongo/index.ts';
import {
  type LocaleState,
  type OwnValues,
  type PendingChange,
  withoutReview,
} from '../../../lifecycle/index.ts';
import { joinValues, localizedAddresses, splitValues } from '../../fields/locales/own-values.ts';
import type { Field } from '../../fields/schema.ts';
import type { BlockShapes, Shape } from '../../fields/walk.ts';
import { findBlocks } from '../../types/blocks/repository.ts';
import { holdsBlocks } from '../../types/blocks/settle/reach.ts';
import { exportedBlock, exportedType, hasStoredKeys } from '../../types/exported-definition.ts';
import { findTypes } from '../../types/repository.ts';
import type { TypeRecord } from '../../types/schema.ts';
import { derive } from './derive.ts';
import type { EntryRecord, EntryValues } from './schema.ts';

/** The forms in which an export contains the entries of a release. */
export interface ExportedForms {
  /** Whether the values of some types change. */
  changesValues: boolean;
  entryOf: (entry: EntryRecord) => EntryRecord;
  /** The exported form of an entry's values. */
  valuesOf: (type: string, values: EntryValues) => EntryValues;
  /** The fields of a type; none if it is being deleted. */
  fieldsOf: (type: string) => readonly Field[];
  blockFields: (block: string) => readonly Field[];
}

/**
 * Returns the form of a release's entries in an export, without reviews: values by the keys of their fields, without
 * values of removed fields. The values of types without renamed and removed fields stay as they are.
 */
export async function exportedEntries(db: ReleaseDb): Promise<(entry: EntryRecord) => EntryRecord> {
  return (await exportedForms(db)).entryOf;
}

export async function exportedForms(db: ReleaseDb): Promise<ExportedForms> {
  const types = new Map((await findTypes(db)).map((type) => [type.slug, type]));
  const definitions = await findBlocks(db);
  const blocks: BlockShapes = new Map(definitions.map((block) => [block.slug, block]));
  const exportedBlocks: BlockShapes = new Map(definitions.map((block) => [block.slug, exportedBlock(block)]));
  const isChangedByBlocks = definitions.some(hasStoredKeys);
  const isChanged = (type: TypeRecord) => hasStoredKeys(type) || (isChangedByBlocks && holdsBlocks(type));
  return {
    changesValues: [...types.values()].some(isChanged),
    entryOf(row) {
      const { translation: _translation, ...entry }: EntryRecord = withoutReview(row);
      const type = types.get(entry.type);
      if (type === undefined || !isChanged(type)) return entry; // or the type is being deleted
      return exportedEntry(entry, { type, blocks, exportedBlocks });
    },
    valuesOf(slug, values) {
      const type = types.get(slug);
      return type === undefined || !isChanged(type) ? values : exportedValues(type.fields, values, blocks);
    },
    fieldsOf: (slug) => types.get(slug)?.fields ?? [],
    blockFields: (slug) => blocks.get(slug)?.fields ?? [],
  };
}

function exportedEntry(
  entry: EntryRecord,
  { type, blocks, exportedBlocks }: { type: TypeRecord; blocks: BlockShapes; exportedBlocks: BlockShapes },
): EntryRecord {
  const { uniques: storedUniques = [], block_uses: _uses, equals_live: _equal, pending, ...rest } = entry;
  const exported = (values: EntryValues) => exportedValues(type.fields, values, blocks);
  const shape = { ...exportedType(type), blocks: exportedBlocks };
  const snapshots = {
    draft: exported(entry.draft),
    live: entry.live === null ? null : exported(entry.live),
    ...(pending === undefined ? {} : { pending: exportedPending(pending, exported) }),
    ...exportedLocales(entry, { type: { ...type, blocks }, shape, exported }),
  };
  const { uniques = [], ...derived } = derive(shape, snapshots);
  const reserved = storedUniques.flatMap((unique) => {
    const at = unique.indexOf('=');
    const field = fieldStoredAs(type.fields, unique.slice(0, at));
    return field === undefined ? [] : [`${field.key}${unique.slice(at)}`];
  });
  const reservedUniques = uniques.filter((unique) => reserved.includes(unique));
  return {
    ...rest,
    ...snapshots,
    ...derived,
    ...(reservedUniques.length > 0 ? { uniques: reservedUniques } : {}),
  };
}

type ExportValues = (values: EntryValues) => EntryValues;

function exportedPending<P extends PendingChange<EntryValues>>(pending: P, exported: ExportValues): P {
  const { values, shared } = pending;
  return {
    ...pending,
    values: exported(values),
    ...(shared === undefined ? {} : { shared: exported(shared) }),
  };
}

/** The own values of further locales by the keys of their fields; empty without any. */
function exportedLocales(
  { draft, locales, shared_live: sharedLive }: EntryRecord,
  { type, shape, exported }: { type: Shape; shape: Shape; exported: ExportValues },
): Pick<EntryRecord, 'locales' | 'shared_live'> {
  const { shared } = splitValues(type, draft);
  const exportedOwn = (own: OwnValues) => splitValues(shape, exported(joinValues(type, shared, own))).own;
  const names = new Map([...localizedAddresses(type, shared)].map(({ address, name }) => [address, name]));
  const exportedState = ({ sources, ...state }: LocaleState): LocaleState => ({
    ...state,
    ...(sources === undefined
      ? {}
      : {
          sources: Object.fromEntries(Object.entries(sources).map(([at, one]) => [names.get(at) ?? at, one])),
        }),
    draft: exportedOwn(state.draft),
    live: state.live === null ? null : exportedOwn(state.live),
    ...(state.pending === undefined
      ? {}
      : {
          pending: { ...exportedPending(state.pending, exported), values: exportedOwn(state.pending.values) },
        }),
  });
  const states = Object.entries(locales ?? {}).map(([id, state]) => [id, exportedState(state)] as const);
  return {
    ...(locales === undefined ? {} : { locales: Object.fromEntries(states) }),
    ...(sharedLive === undefined ? {} : { shared_live: exported(sharedLive) }),
  };
}

function exportedValues(fields: readonly Field[], values: EntryValues, blocks: BlockShapes): EntryValues {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = values[storageKey(field)];
      if (value === undefined) return [];
      return [[field.key, field.type === 'blocks' ? exportedList(value as Block[], blocks) : value]];
    }),
  );
}

function exportedList(list: readonly Block[], blocks: BlockShapes): Block[] {
  return list.map((block) => {
    const { fields = [] } = blocks.get(block.block) ?? {};
    return { ...block, values: exportedValues(fields, block.values, blocks) };
  });
}
