import { writeProject } from '../../../projects/index.ts';
import { toNfc } from '../../../contract/text/nfc.ts';
import { latest } from '../../../contract/time.ts';
import { definitionChangeTags } from '../../../contract/events/cache-tags.ts';
import { isDeepStrictEqual } from 'node:util';
import { limits } from '../../../contract/limits.ts';
import { apiError } from '../../../contract/errors/api-error.ts';
import { assignSlots } from '../../entries/store/sort-slots.ts';
import { findFirstIds } from '../../entries/store/queries/batch-repository.ts';
import { findUsedChoice, hasOtherValue, reserveUniques } from '../../entries/store/repository.ts';
import { inWords } from '../../fields/definition.ts';
import type { Field } from '../../fields/schema.ts';
import { fieldStoredAs, storageKey } from '../../../contract/fields/storage-key.ts';
import { type Tx, type ReleaseContext, type ReleaseInfo } from '../../../core/context/index.ts';
import type { ReleaseDb } from '../../../core/mongo/index.ts';
import { whole } from '../../../core/mongo/scope/whole.ts';
import { checkIfMatch, contentWriteSeq } from '../../../lifecycle/index.ts';
import { auditedDefinition } from '../audited.ts';
import { differsInLayoutOnly, fieldChanges, type FieldChange, typeUpdated } from './changes.ts';
import { readGroups } from './layout.ts';
import { holdsBlocks } from '../blocks/settle/reach.ts';
import { checkListsInUse } from '../blocks/settle/in-use.ts';
import { findBlocks } from '../blocks/repository.ts';
import type { BlocksBySlug } from '../blocks/schema.ts';
import { findTypeOf, type KindsBySlug, readKinds } from '../lookup.ts';
import { mentionsLocalized } from '../../fields/locales/localized-fields.ts';
import { acceptsAllValues, planFields, type StoredValues } from './plan-fields.ts';
import {
  checkTypeSlug,
  firstPlainString,
  labelsAfter,
  readFields,
  readLabelField,
} from './read-definition.ts';
import { checkRemovals, type RemovalGuard } from './removed-fields.ts';
import { insertType, replaceType } from '../repository.ts';
import type { DefineContentType, TypeRecord } from '../schema.ts';
import { isSettled } from '../settle/settle.ts';
import { withStaleRows } from '../settle/stale-rows.ts';
import { checkSize } from './size.ts';

export interface DefinedType {
  /** The release that was written. */
  release: ReleaseInfo;
  /** The type before the write; null for a new one. */
  before: TypeRecord | null;
  record: TypeRecord;
  isNew: boolean;
}

/**
 * Creates or updates a type in one step (specification: custom-content, content-types). A PUT that changes nothing
 * stores nothing and emits nothing.
 * @throws invalid_content_type, invalid_field_definition, unknown_field, unknown_content_type, not_a_collection,
 * content_type_kind_immutable, field_type_immutable, fields_would_be_removed, field_being_removed, choice_in_use, revision_conflict,
 * limit_reached
 */
export function defineType(
  context: ReleaseContext,
  slug: string,
  input: DefineContentType,
  guard: RemovalGuard,
): Promise<DefinedType> {
  checkTypeSlug(slug);
  return writeProject(context, async (tx) => {
    const { release } = tx;
    const db = whole(tx.db); // slugs and sizes of all types of the release count
    const before = await findTypeOf(tx, slug);
    const kinds = await readKinds(db);
    checkIfMatch(tx.ifMatch, before);
    const hasNoEntries = before === null || (await findFirstIds(db, slug, 1)).length === 0;
    const blocks = await readBlocksNamed(db, input);
    const hasLocales = mentionsLocalized(input.fields) && (await tx.locales()).list.length > 1;
    const planned = await plan({ db, now: tx.now }, slug, input, { before, kinds, blocks, hasLocales });
    checkRemovals(before, planned, guard);
    const after = withSlots(before, planned, hasNoEntries);
    if (before !== null && isSame(before, after))
      return tx.unchanged({ release, before, record: before, isNew: false });
    const bytes = await checkSize(db, tx.bounds.perProject, { before, after });
    if (before !== null) {
      await checkEntries(db, before, after);
      if (holdsBlocks(before))
        await checkListsInUse(db, { prefix: `${slug}/`, before: before.fields, after: after.fields });
    }
    const markedType = await withStaleRows(tx, before, after);
    const record = { ...markedType, write_seq: await contentWriteSeq(tx), definition_bytes: bytes };
    await (before === null ? insertType(db, record) : replaceType(db, record));
    if (before !== null && differsInLayoutOnly(before, after)) tx.changeLayout();
    else emitTypeEvent(tx, after, fieldChanges(before?.fields ?? [], after.fields));
    const audit = auditedDefinition('type', { before, after, uses: guard.uses, releaseId: db.releaseId });
    return tx.stored(audit, { release, before, record: markedType, isNew: before === null });
  });
}

/** The blocks of the release by slug, read only if a sent field can contain blocks. */
async function readBlocksNamed(db: ReleaseDb, { fields }: DefineContentType): Promise<BlocksBySlug> {
  const hasBlocksField = fields.some((field) => (field as { type?: unknown } | null)?.type === 'blocks');
  const blocks = hasBlocksField ? await findBlocks(db) : [];
  return new Map(blocks.map((block) => [block.slug, block]));
}

/** A definition without its sort slots. */
type PlannedType = Omit<TypeRecord, 'sort_slots' | 'is_settled'>;

interface PlanInput {
  before: TypeRecord | null;
  kinds: KindsBySlug;
  blocks: BlocksBySlug;
  hasLocales: boolean;
}

async function plan(
  context: Pick<ReleaseContext, 'db' | 'now'>,
  slug: string,
  input: DefineContentType,
  { before, kinds, blocks, hasLocales }: PlanInput,
): Promise<PlannedType> {
  if (before !== null && input.kind !== undefined && input.kind !== before.kind) {
    throw apiError(
      'content_type_kind_immutable',
      { slug },
      { param: 'kind', expected: before.kind, got: input.kind },
    );
  }
  if (before === null && kinds.size >= limits.types_per_release_max) {
    throw apiError(
      'invalid_content_type',
      { why: `A release has at most ${limits.types_per_release_max} types.` },
      { param: 'type' },
    );
  }
  const kind = before?.kind ?? input.kind ?? 'collection';
  const maxFields = limits.fields_per_type_max;
  const groups = input.groups === undefined ? (before?.groups ?? []) : readGroups(input.groups, 'type');
  const rules = { noun: 'type', maxFields, self: { slug, kind }, before, kinds, groups, hasLocales } as const;
  const sentFields = readFields(input.fields, { ...rules, blocks });
  const values = storedValues(context.db, slug);
  const planned = await planFields(sentFields, before, { now: context.now, values });
  const { fields } = planned;
  const firstString = firstPlainString(fields) ?? null;
  const previousLabels = before === null ? null : labelsAfter(before, fields);
  return {
    _id: `${context.db.releaseId}/${slug}`,
    slug,
    name: input.name ?? before?.name ?? inWords(slug),
    kind,
    display_field: readLabelField(input, 'display_field', {
      fields,
      before: previousLabels,
      fallback: firstString,
    }),
    subtitle_field: readLabelField(input, 'subtitle_field', {
      fields,
      before: previousLabels,
      fallback: null,
    }),
    ...(groups.length === 0 ? {} : { groups }),
    ...planned,
    revision: (before?.revision ?? 0) + 1,
    created_at: before?.created_at ?? context.now,
    updated_at: latest(before?.updated_at ?? context.now, context.now),
  };
}

/** Decides by the definition whether all values of a removed field fit, and for choices by the values of entries. */
function storedValues(db: ReleaseDb, type: string): StoredValues {
  return {
    async accepts(removed, field) {
      if (acceptsAllValues(removed, field)) return true;
      const choices = field.options.choices?.map(({ value }) => value);
      if (choices === undefined) return false;
      return !(await hasOtherValue(db, { type, key: storageKey(removed), values: choices }));
    },
    hasAny: (removed) => hasOtherValue(db, { type, key: storageKey(removed), values: [] }),
  };
}

/**
 * Assigns sort slots. The slots of new and restored fields are ready only if no entry has to be written to them.
 * Singletons are never sorted.
 */
function withSlots(before: TypeRecord | null, planned: PlannedType, hasNoEntries: boolean): TypeRecord {
  const { fields, removed, kind } = planned;
  const previousKeys = new Set(before?.fields.map(storageKey));
  const previousSlots = (before?.sort_slots ?? []).map((slot) =>
    previousKeys.has(slot.key) ? slot : { ...slot, ready: slot.ready && hasNoEntries },
  );
  const removedKeys = removed.filter(({ is_detached: isDetached }) => isDetached !== true).map(storageKey);
  const slots = kind === 'singleton' ? [] : assignSlots(previousSlots, { fields, removedKeys }, hasNoEntries);
  const typeWithSlots = { ...planned, sort_slots: slots };
  return { ...typeWithSlots, is_settled: isSettled(typeWithSlots) };
}

/** Whether the definition is unchanged. The stored record also contains the keys of its scope. */
function isSame(before: TypeRecord, after: TypeRecord): boolean {
  const { revision, updated_at, sort_slots, is_settled } = before;
  if (!isDeepStrictEqual(before.groups, after.groups)) return false;
  return isDeepStrictEqual(before, {
    ...before,
    ...after,
    revision,
    updated_at,
    sort_slots,
    is_settled,
  });
}

/** Checks the new definition against the values of entries. */
async function checkEntries(db: ReleaseDb, before: TypeRecord, after: TypeRecord): Promise<void> {
  await checkChoices(db, before, after);
  await reserveUniqueValues(db, before, after);
}

/** Reserves the values of fields that become unique. @throws field_value_taken if two entries share a value */
async function reserveUniqueValues(db: ReleaseDb, before: TypeRecord, after: TypeRecord): Promise<void> {
  const wasUnique = (key: string) => fieldStoredAs(before.fields, key)?.options.unique === true;
  for (const [i, field] of after.fields.entries()) {
    const key = storageKey(field);
    if (field.options.unique !== true || wasUnique(key)) continue;
    const isReserved = await reserveUniques(db, { type: after.slug, key });
    if (!isReserved)
      throw apiError('field_value_taken', { name: field.key }, { param: `fields[${i}].options.unique` });
  }
}

/** A choice that a draft or live value uses can't be removed. */
async function checkChoices(db: ReleaseDb, before: TypeRecord, after: TypeRecord): Promise<void> {
  for (const field of before.fields) {
    const newField = fieldStoredAs(after.fields, storageKey(field));
    if (field.options.choices === undefined || newField?.options.choices === undefined) continue;
    const values = removedChoices(field, newField);
    const usedChoice =
      values.length === 0
        ? null
        : await findUsedChoice(db, { type: before.slug, key: storageKey(field), values });
    if (usedChoice === null) continue;
    const at = after.fields.indexOf(newField);
    throw apiError('choice_in_use', { choice: usedChoice }, { param: `fields[${at}].options.choices` });
  }
}

function removedChoices(before: Field, after: Field): string[] {
  const remaining = (after.options.choices ?? []).map(({ value }) => value);
  const values = (before.options.choices ?? []).map(({ value }) => value);
  return values.filter((value) => !remaining.includes(toNfc(value))); // older choices may not be normalized
}

/** Reports a new or changed type. */
export function emitTypeEvent(
  tx: Tx<ReleaseContext>,
  type: TypeRecord,
  changes: readonly FieldChange[],
): void {
  tx.invalidate('schema', definitionChangeTags([type.slug], tx.db.releaseId));
  if (!tx.release.default) return; // other releases are silent (specification: silent-releases)
  tx.emit(typeUpdated(type, changes));
}
