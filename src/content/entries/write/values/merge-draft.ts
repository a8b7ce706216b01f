import { storageKey } from '../../../../contract/fields/storage-key.ts';
import type { Block } from '../../../../contract/fields/blocks.ts';
import {
  invalidBase,
  type MergedSave,
  type MergeRequest,
  mergeSave,
  type SavedValue,
} from '../../../../lifecycle/index.ts';
import { mergeBlocks } from '../../../fields/blocks/merge-blocks.ts';
import { WrittenBlocks, type WrittenPart } from '../../../fields/blocks/written.ts';
import { fieldKindOf } from '../../../fields/kinds.ts';
import type { Field } from '../../../fields/schema.ts';
import { sentValues } from '../../../fields/sent-values.ts';
import { blocksOf } from '../../../fields/walk.ts';
import type { TypeShape } from '../../../types/lookup.ts';
import type { EntryValues } from '../../store/schema.ts';
import { type CheckedValues, type CheckOptions, checkSentValues } from '../validate.ts';
import { mergeValues } from './merge-values.ts';

/** What a save with a merge stores. */
export interface MergedDraft {
  /** The values to store in place of the sent ones. */
  values: EntryValues;
  /** Paths of the rich texts that were merged by node. */
  merged: string[];
  /** The draft with the caller's side of conflicts that were resolved to theirs; null if there are none. */
  mine: EntryValues | null;
  /** Whether the stored draft lost a conflict. */
  losesTheirs: boolean;
}

interface DraftSave {
  merge: MergeRequest;
  /** The sent values as the request contains them. */
  sent: Record<string, unknown>;
  /** The sent values after validation. */
  checked: CheckedValues;
  /** The stored draft. */
  before: { draft: EntryValues; revision: number };
  options: CheckOptions;
}

/**
 * Merges the values of a save with the stored draft (specification: editing). Values of blocks that are sent by id are
 * merged one by one; a list of blocks that is sent whole is one value.
 * @throws edit_conflict, invalid_field_value with a param in `merge`
 */
export async function mergeDraft(type: TypeShape, save: DraftSave): Promise<MergedDraft> {
  const { merge, checked, before } = save;
  const sides: Sides = { type, base: await readBase(type, save), mine: checked.values, theirs: before.draft };
  const fields = type.fields.filter((field) => checked.values[storageKey(field)] !== undefined);
  const saved = fields.flatMap((field) => savedValues(sides, field));
  const result = mergeSave(saved, merge, before.revision);
  for (const { id, definition } of saved)
    if (result.mergedIds.includes(id)) checkMerged(definition, pathOf(id), result.values.get(id));
  const overlay = (values: MergedSave['values']) => {
    const changes = fields.map((field) => [storageKey(field), mergedValue(sides, field, values)] as const);
    return { ...checked.values, ...Object.fromEntries(changes) };
  };
  const { mineValues, losesTheirs } = result;
  return {
    values: overlay(result.values),
    merged: result.mergedIds.map(pathOf),
    mine: mineValues && mergeValues(before.draft, overlay(mineValues), type.blocks).values,
    losesTheirs,
  };
}

interface Sides {
  type: TypeShape;
  /** By storage key, as sent values after validation. */
  base: EntryValues;
  mine: EntryValues;
  theirs: EntryValues;
}

/** The path of a value in a request: `sections.blk_1.title`. */
function pathOf(id: string): string {
  return id.replaceAll('/', '.');
}

/** Reads the base of the sent fields. @throws invalid_field_value */
async function readBase(type: TypeShape, { merge, sent, options }: DraftSave): Promise<EntryValues> {
  const keys = Object.keys(sent);
  const missingKey = keys.find((key) => !Object.hasOwn(merge.base, key));
  if (missingKey !== undefined) throw invalidBase(missingKey, 'it is missing');
  const base = Object.fromEntries(keys.map((key) => [key, merge.base[key]]));
  const { values, errors } = await checkSentValues(type, base, { ...options, mayBeIncomplete: true });
  const [error] = errors;
  if (error !== undefined) throw invalidBase(error.hints.param ?? '', error.message);
  return values;
}

/** The values of one sent field, with the field that defines each of them. */
function savedValues(
  { type, base, mine, theirs }: Sides,
  field: Field,
): (SavedValue & { definition: Field })[] {
  const key = storageKey(field);
  const [written, baseValue, stored] = [mine[key], base[key], theirs[key] ?? null];
  const shape = { fields: [field], blocks: type.blocks };
  const one = { id: field.key, field: field.key, isRichtext: field.type === 'richtext', definition: field };
  const sent = (value: unknown) => (value == null ? null : sentValues(shape, { [key]: value })[field.key]);
  if (!(written instanceof WrittenBlocks))
    return [{ ...one, sent, base: baseValue, mine: written, theirs: stored }];
  const merged = (value: unknown) =>
    value instanceof WrittenBlocks ? mergeBlocks(stored as Block[], value, type.blocks).list : value;
  if ('items' in written.form)
    return [{ ...one, sent, base: merged(baseValue), mine: merged(written), theirs: stored }];
  const baseParts =
    baseValue instanceof WrittenBlocks && 'parts' in baseValue.form ? baseValue.form.parts : null;
  const storedBlocks = new Map(
    [...blocksOf(shape, { [key]: stored ?? [] })].map(({ block }) => [block.id, block]),
  );
  return [...written.form.parts].flatMap(([blockId, part]) => {
    const basePart = baseParts?.get(blockId);
    const block = storedBlocks.get(blockId);
    if (basePart == null) throw invalidBase(`${field.key}.${blockId}`, 'it is missing');
    if (block === undefined) return [];
    const fields = type.blocks.get(block.block)?.fields ?? [];
    if (part !== null)
      return partValues(
        { top: field.key, blockId, fields },
        { base: basePart, mine: part, theirs: block.values },
      );
    const keys = Object.keys(basePart.values);
    const storedPart = Object.fromEntries(keys.map((name) => [name, block.values[name] ?? null]));
    const sentPart = (value: unknown) =>
      value === null ? null : sentValues({ fields, blocks: type.blocks }, value as EntryValues);
    const removal = { base: basePart.values, mine: null, theirs: storedPart, sent: sentPart };
    return [{ ...one, id: `${field.key}/${blockId}`, blockId, isRichtext: false, ...removal }];
  });
}

/** The values of one block that is changed by its id. Nested lists can only be emptied, and are not merged. */
function partValues(
  { top, blockId, fields }: { top: string; blockId: string; fields: readonly Field[] },
  { base, mine, theirs }: { base: WrittenPart; mine: WrittenPart; theirs: EntryValues },
): (SavedValue & { definition: Field })[] {
  return fields.flatMap((field) => {
    const key = storageKey(field);
    if (mine.values[key] === undefined) return [];
    if (base.values[key] === undefined) throw invalidBase(`${top}.${blockId}.${field.key}`, 'it is missing');
    const kind = fieldKindOf(field);
    return [
      {
        ...{ id: `${top}/${blockId}/${field.key}`, field: field.key, blockId, definition: field },
        isRichtext: field.type === 'richtext',
        ...{ base: base.values[key], mine: mine.values[key], theirs: theirs[key] ?? null },
        sent: (value: unknown) => (value == null ? null : (kind.sent?.(value) ?? value)),
      },
    ];
  });
}

/** The value of a field with the merged values in place of the sent ones. */
function mergedValue({ mine, type, theirs }: Sides, field: Field, values: MergedSave['values']): unknown {
  const key = storageKey(field);
  const written = mine[key];
  if (!(written instanceof WrittenBlocks) || 'items' in written.form) {
    // A list that is stored as sent stays a written one, so that errors name its blocks.
    return values.get(field.key) === (theirs[key] ?? null)
      ? values.get(field.key)
      : replaceMerged(written, values.get(field.key));
  }
  const parts = [...written.form.parts].flatMap(([blockId, part]): [string, WrittenPart | null][] => {
    if (part === null) {
      const isKept = (values.get(`${field.key}/${blockId}`) ?? null) !== null;
      return isKept ? [] : [[blockId, null]];
    }
    const fieldKeys = [...type.blocks.values()].flatMap(({ fields }) =>
      fields.map((one) => [storageKey(one), one.key] as const),
    );
    const keys = new Map(fieldKeys);
    const entries = Object.entries(part.values).map(([name, value]) => {
      const id = `${field.key}/${blockId}/${keys.get(name) ?? name}`;
      return [name, values.has(id) ? (values.get(id) ?? null) : value] as const;
    });
    return [[blockId, { ...part, values: Object.fromEntries(entries) }]];
  });
  return new WrittenBlocks({ parts: new Map(parts) });
}

function replaceMerged(written: unknown, value: unknown): unknown {
  return written instanceof WrittenBlocks ? written : (value ?? null);
}

/** @throws the errors of a merged text that is longer than its field allows */
function checkMerged(field: Field, at: string, value: unknown): void {
  if (value != null) fieldKindOf(field).read(value, { field, at, warn: () => undefined });
}
