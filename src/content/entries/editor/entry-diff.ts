import { storageKey } from '../../../contract/fields/storage-key.ts';
import type { Block } from '../../../contract/fields/blocks.ts';
import { blockChanges } from '../../../contract/fields/block-changes.ts';
import { apiError } from '../../../contract/errors/api-error.ts';
import { isSameJson } from '../../../contract/fields/json.ts';
import { loadTypes } from '../../types/lookup.ts';
import type { TypesBySlug } from '../../types/types-by-slug.ts';
import type { EntryRecord, EntryValues } from '../store/schema.ts';
import { findEntry } from '../store/repository.ts';
import type { Field } from '../../fields/schema.ts';
import type { Shape } from '../../fields/walk.ts';
import type { LocaleRecord, ProjectContext } from '../../../core/context/index.ts';
import type { ReleaseDb } from '../../../core/mongo/index.ts';
import { compareEntry } from '../../../lifecycle/index.ts';
import { titleOf } from './label.ts';
import type { EntryDiff, FieldDifference, SnapshotDifferences } from './entry-diff-schema.ts';
import { joinValues } from '../../fields/locales/own-values.ts';
import { isInLocales, itemOf } from '../store/locales/states.ts';

/** An entry in one release, with the definitions of that release. */
interface Side {
  types: TypesBySlug;
  entry: EntryRecord | null;
}

/**
 * Lists the changes of one entry that promoting a release would make, by field and block (specification: release-diff).
 * @throws unknown_release, release_not_ready, unknown_entry if neither release contains the entry
 */
export async function diffEntry(
  context: ProjectContext,
  { releaseId, entryId }: { releaseId: string; entryId: string },
): Promise<EntryDiff> {
  const { defaultId, conflict } = await compareEntry(context, releaseId, entryId);
  const releaseSide = await readSide(context, releaseId, entryId);
  const defaultSide = await readSide(context, defaultId, entryId);
  const entry = releaseSide.entry ?? defaultSide.entry;
  if (entry === null) throw apiError('unknown_entry', { entryId }, { param: 'entryId' });
  const { types } = releaseSide.entry === null ? defaultSide : releaseSide;
  return {
    id: entryId,
    type: entry.type,
    title: titleOf(types.get(entry.type), entry.draft, entryId),
    conflict,
    live: differences(defaultSide, releaseSide, liveOf),
    draft: differences(defaultSide, releaseSide, draftOf),
    ...localesKey(defaultSide, releaseSide, context.project.locales.list),
  };
}

const liveOf = ({ entry }: Side) => entry?.live ?? null;
const draftOf = ({ entry }: Side) => entry?.draft ?? null;

/** What differs in further locales, for entries that have, or had, content in one. */
function localesKey(before: Side, after: Side, list: readonly LocaleRecord[]): Pick<EntryDiff, 'locales'> {
  if (![before, after].some(({ entry }) => entry !== null && isInLocales(entry))) return {};
  const changes = localeDifferences(before, after, list);
  return { locales: Object.fromEntries(changes.map(({ code, ...snapshots }) => [code, snapshots])) };
}

/** The localized values that differ in each further locale. Both sides get the same shared values. */
function localeDifferences(
  before: Side,
  after: Side,
  list: readonly LocaleRecord[],
): (SnapshotDifferences & { code: string })[] {
  if (list.length < 2) return [];
  const [itemBefore, itemAfter] = [before, after].map((side) => localizedItem(side, list));
  const shared = (itemAfter ?? itemBefore)?.shared;
  return list.slice(1).flatMap(({ id, code }) => {
    const valuesIn = (snapshot: 'live' | 'draft') => (side: Side) => {
      const state = (side === before ? itemBefore : itemAfter)?.states.get(id);
      return joinValues(shapeOf(side), shared?.[snapshot] ?? {}, state?.[snapshot] ?? {});
    };
    const live = differences(before, after, valuesIn('live'));
    const draft = differences(before, after, valuesIn('draft'));
    return live.length + draft.length === 0 ? [] : [{ code, live, draft }];
  });
}

function localizedItem(side: Side, list: readonly LocaleRecord[]) {
  return side.entry === null ? null : itemOf(side.entry, shapeOf(side), list);
}

function shapeOf({ types, entry }: Side): Shape {
  return { fields: types.get(entry?.type ?? '')?.fields ?? [], blocks: types.blocks };
}

/** A release with its types. */
export interface ComparedRelease {
  db: ReleaseDb;
  types: TypesBySlug;
}

/** Reads the types of a release, for comparisons of many of its entries. */
export async function loadComparedRelease(
  context: ProjectContext,
  releaseId: string,
): Promise<ComparedRelease> {
  const db = context.db.release(releaseId);
  return { db, types: await loadTypes({ db, project: context.project }) };
}

/** How an entry differs between two releases in all locales, for lists of many entries. */
export interface EntryChange {
  /** The keys of the fields that differ, live or in the draft. */
  fields: string[];
  /** The id of the first image; null without one. */
  imageId: string | null;
}

/** Compares an entry in two releases. */
export async function compareEntries(
  ours: ComparedRelease,
  theirs: ComparedRelease,
  entryId: string,
  list: readonly LocaleRecord[],
): Promise<EntryChange> {
  const [after, before] = [await readEntry(ours, entryId), await readEntry(theirs, entryId)];
  const inDefault = [draftOf, liveOf].flatMap((valuesOf) => differences(before, after, valuesOf));
  const inLocales = localeDifferences(before, after, list);
  const fields = [...inDefault, ...inLocales.flatMap(({ draft, live }) => [...draft, ...live])];
  return {
    fields: [...new Set(fields.map(({ field }) => field))],
    imageId: firstImage(after) ?? firstImage(before),
  };
}

function firstImage({ types, entry }: Side): string | null {
  const field = types.get(entry?.type ?? '')?.fields.find(({ type }) => type === 'image');
  const value = field === undefined ? null : entry?.draft[storageKey(field)];
  const id: unknown = Array.isArray(value) ? value[0] : value;
  return typeof id === 'string' ? id : null;
}

async function readSide(context: ProjectContext, releaseId: string, entryId: string): Promise<Side> {
  return readEntry(await loadComparedRelease(context, releaseId), entryId);
}

async function readEntry({ db, types }: ComparedRelease, entryId: string): Promise<Side> {
  const entry = await findEntry(db, entryId);
  return { types, entry: entry !== null && types.has(entry.type) ? entry : null };
}

/** The fields that differ in a snapshot, in the field order of the second release. A missing snapshot is empty. */
function differences(
  before: Side,
  after: Side,
  valuesOf: (side: Side) => EntryValues | null,
): FieldDifference[] {
  const [fieldsBefore, fieldsAfter] = [fieldsOf(before), fieldsOf(after)];
  const storageKeys = [...new Set([...fieldsAfter.keys(), ...fieldsBefore.keys()])];
  const valueIn = (side: Side, field: Field | undefined) =>
    side.entry === null || field === undefined ? null : (valuesOf(side)?.[storageKey(field)] ?? null);
  return storageKeys.flatMap((storageKey) => {
    const [fieldBefore, fieldAfter] = [fieldsBefore.get(storageKey), fieldsAfter.get(storageKey)];
    const { key } = fieldAfter ?? fieldBefore ?? { key: storageKey };
    const [from, to] = [valueIn(before, fieldBefore), valueIn(after, fieldAfter)];
    const change = from === null ? 'added' : to === null ? 'removed' : 'changed';
    if (![fieldBefore?.type, fieldAfter?.type].includes('blocks'))
      return isSameJson(from, to) ? [] : [{ field: key, change }];
    const blocks = blockChanges(
      key,
      { list: listIn(fieldBefore, from), blocks: before.types.blocks },
      { list: listIn(fieldAfter, to), blocks: after.types.blocks },
    );
    return blocks.length === 0 && (from === null) === (to === null) ? [] : [{ field: key, change, blocks }];
  });
}

/** By storage key, which is the same in all releases even if the field is renamed in one of them. */
function fieldsOf({ types, entry }: Side): Map<string, Field> {
  const fields = entry === null ? [] : (types.get(entry.type)?.fields ?? []);
  return new Map(fields.map((field) => [storageKey(field), field]));
}

function listIn(field: Field | undefined, value: unknown): Block[] {
  return field?.type === 'blocks' && value !== null ? (value as Block[]) : [];
}
