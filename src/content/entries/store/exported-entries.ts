import type { Block } from '../../../contract/fields/blocks.ts';
import { fieldStoredAs, storageKey } from '../../../contract/fields/storage-key.ts';
import type { ReleaseDb } from '../../../core/mongo/index.ts';
import type { Field } from '../../fields/schema.ts';
import type { BlockShapes } from '../../fields/walk.ts';
import { findBlocks } from '../../types/blocks/repository.ts';
import { holdsBlocks } from '../../types/blocks/settle/reach.ts';
import { exportedBlock, exportedType, hasStoredKeys } from '../../types/exported-definition.ts';
import { findTypes } from '../../types/repository.ts';
import type { TypeRecord } from '../../types/schema.ts';
import { derive } from './derive.ts';
import type { EntryRecord, EntryValues } from './schema.ts';

/**
 * Returns the form of a release's entries in an export: values by the keys of their fields, without values of removed
 * fields. Entries of types without renamed and removed fields stay as they are.
 */
export async function exportedEntries(db: ReleaseDb): Promise<(entry: EntryRecord) => EntryRecord> {
  const types = new Map((await findTypes(db)).map((type) => [type.slug, type]));
  const definitions = await findBlocks(db);
  const blocks: BlockShapes = new Map(definitions.map((block) => [block.slug, block]));
  const exportedBlocks: BlockShapes = new Map(definitions.map((block) => [block.slug, exportedBlock(block)]));
  const isChangedByBlocks = definitions.some(hasStoredKeys);
  return (entry) => {
    const type = types.get(entry.type);
    if (type === undefined) return entry; // the type is being deleted
    if (!hasStoredKeys(type) && !(isChangedByBlocks && holdsBlocks(type))) return entry;
    return exportedEntry(entry, { type, blocks, exportedBlocks });
  };
}

function exportedEntry(
  entry: EntryRecord,
  { type, blocks, exportedBlocks }: { type: TypeRecord; blocks: BlockShapes; exportedBlocks: BlockShapes },
): EntryRecord {
  const { uniques: storedUniques = [], block_uses: _uses, equals_live: _equal, pending, ...rest } = entry;
  const exported = (values: EntryValues) => exportedValues(type.fields, values, blocks);
  const snapshots = {
    draft: exported(entry.draft),
    live: entry.live === null ? null : exported(entry.live),
    ...(pending === undefined ? {} : { pending: { ...pending, values: exported(pending.values) } }),
  };
  const { uniques = [], ...derived } = derive({ ...exportedType(type), blocks: exportedBlocks }, snapshots);
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
