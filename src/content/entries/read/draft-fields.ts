import { storageKey } from '../../../contract/fields/storage-key.ts';
import type { ReleaseContext } from '../../../core/context/index.ts';
import type { DraftField, DraftFields } from '../../../lifecycle/index.ts';
import type { Field } from '../../fields/schema.ts';
import { blocksOf, type Shape } from '../../fields/walk.ts';
import type { RichtextDocument } from '../../richtext/schema.ts';
import { plainText } from '../../richtext/service.ts';
import { itemOf, stateIn } from '../store/locales/states.ts';
import type { EntryRecord, EntryValues } from '../store/schema.ts';

/** The fields of an entry's draft in a locale. @param localeId - null for the default locale */
export function entryDraftFields(
  { project, now }: Pick<ReleaseContext, 'project' | 'now'>,
  { shape, entry }: { shape: Shape; entry: EntryRecord },
  localeId: string | null,
): DraftFields {
  const draft = draftIn({ project, now }, { shape, entry }, localeId);
  return (blockId) => {
    if (blockId === null) return fieldsIn(shape.fields, draft);
    for (const { block } of blocksOf(shape, draft))
      if (block.id === blockId) return fieldsIn(shape.blocks.get(block.block)?.fields ?? [], block.values);
    return null;
  };
}

function draftIn(
  { project, now }: Pick<ReleaseContext, 'project' | 'now'>,
  { shape, entry }: { shape: Shape; entry: EntryRecord },
  localeId: string | null,
): EntryValues {
  if (localeId === null) return entry.draft;
  return stateIn(itemOf(entry, shape, project.locales.list), localeId, { shape, now }).draft;
}

function fieldsIn(fields: readonly Field[], values: EntryValues): DraftField[] {
  return fields.map((field) => {
    const stored = storageKey(field);
    return { key: field.key, stored, readText: () => textOf(field, values[stored]) };
  });
}

function textOf({ type }: Field, value: unknown): string | null {
  if (type === 'richtext') return value == null ? '' : plainText(value as RichtextDocument);
  if (type !== 'string' && type !== 'text') return null;
  return typeof value === 'string' ? value : '';
}
