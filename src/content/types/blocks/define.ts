import { inWords } from '../../fields/definition.ts';
import { writeProject } from '../../../projects/index.ts';
import { latest } from '../../../contract/time.ts';
import { isDeepStrictEqual } from 'node:util';
import { definitionChangeTags } from '../../../contract/events/cache-tags.ts';
import { limits } from '../../../contract/limits.ts';
import { limitReached, apiError, combineErrors } from '../../../contract/errors/api-error.ts';
import { type ReleaseContext, type ReleaseInfo } from '../../../core/context/index.ts';
import type { ReleaseDb } from '../../../core/mongo/index.ts';
import { whole } from '../../../core/mongo/scope/whole.ts';
import { checkIfMatch, contentWriteSeq } from '../../../lifecycle/index.ts';
import { auditedDefinition } from '../audited.ts';
import type { FieldGroup } from '../../fields/layout.ts';
import type { Field } from '../../fields/schema.ts';
import { readKinds, readTypesNow } from '../lookup.ts';
import { findTypes } from '../repository.ts';
import { acceptsAllValues, planFields } from '../definition/plan-fields.ts';
import {
  firstPlainString,
  labelsAfter,
  readFields,
  readLabelField,
  typeSlugPattern,
} from '../definition/read-definition.ts';
import { differsInLayoutOnly, fieldChanges } from '../definition/changes.ts';
import { checkLocalizedLists, mentionsLocalized } from '../../fields/locales/localized-fields.ts';
import { layoutErrors, readGroups } from '../definition/layout.ts';
import { checkRemovals, type RemovalGuard } from '../definition/removed-fields.ts';
import { bytesOfTypes } from '../definition/size.ts';
import { emitReaching, typesReaching } from './events.ts';
import { isPassDone } from '../settle/removed-state.ts';
import { markTypesOfBlock } from '../settle/stale-rows.ts';
import { checkChoicesInUse, checkListsInUse } from './settle/in-use.ts';
import { blockBytes, findBlocks, insertBlock, replaceBlock } from './repository.ts';
import type { BlockRecord, BlocksBySlug, DefineBlock } from './schema.ts';
import { bytesOfBlock } from './serialize.ts';

export interface DefinedBlock {
  /** The release that was written. */
  release: ReleaseInfo;
  record: BlockRecord;
  isNew: boolean;
  /** The definition before the write; null for a new one. */
  before: BlockRecord | null;
  /** Slugs of types whose rows of further locales have to be derived again. */
  staleTypes: readonly string[];
}

const slugForm = new RegExp(typeSlugPattern);

/**
 * Creates or updates the definition of a block in one step (specification: blocks). A PUT that changes nothing stores
 * nothing and emits nothing. Omitted keys keep their values.
 * @throws invalid_block, invalid_field_definition, unknown_field, unknown_block, unknown_content_type,
 * not_a_collection, field_type_immutable, fields_would_be_removed, field_being_removed, choice_in_use, block_in_use,
 * revision_conflict, limit_reached
 */
export function defineBlock(
  context: ReleaseContext,
  slug: string,
  input: DefineBlock,
  guard: RemovalGuard,
): Promise<DefinedBlock> {
  checkBlockSlug(slug);
  return writeProject(context, async (tx) => {
    const { db, release } = tx;
    const definitions = await findBlocks(db);
    const blocks: BlocksBySlug = new Map(definitions.map((block) => [block.slug, block]));
    const before = blocks.get(slug) ?? null;
    checkIfMatch(tx.ifMatch, before);
    const kinds = await readKinds(db);
    const hasLocales = mentionsLocalized(input.fields ?? []) && (await tx.locales()).list.length > 1;
    const after = await plan(tx, input, { slug, before, blocks, kinds, hasLocales });
    checkRemovals(before, after, guard);
    if (before !== null && isSame(before, after))
      return tx.unchanged({ release, before, record: before, isNew: false, staleTypes: [] });
    await checkLocalizedPaths(db, new Map([...blocks, [slug, after]]), slug);
    if (before !== null) {
      const change = { prefix: `${slug}.` as const, before: before.fields, after: after.fields };
      await checkListsInUse(db, change);
      await checkChoicesInUse(db, change);
    }
    const bytes = bytesOfBlock(after);
    const grows = before === null || bytes > bytesOfBlock(before);
    const maxBytes = tx.bounds.perProject.definition_bytes_per_release_max;
    if (grows && bytes + (await blockBytes(db, slug)) + (await bytesOfTypes(db, '')) > maxBytes)
      throw limitReached('definition_bytes_per_release_max', maxBytes);
    const staleTypes = await markTypesOfBlock(tx, {
      before: blocks,
      after: new Map([...blocks, [slug, after]]),
    });
    const record = { ...after, write_seq: await contentWriteSeq(tx), definition_bytes: bytes };
    await (before === null ? insertBlock(db, record) : replaceBlock(db, record));
    if (before !== null && differsInLayoutOnly(before, after)) tx.changeLayout();
    else tx.invalidate('schema', definitionChangeTags([], db.releaseId));
    if (before !== null && fieldChanges(before.fields, after.fields).length > 0) {
      const types = await readTypesNow(tx);
      const typeSlugs = typesReaching(types, slug);
      tx.invalidate('content', definitionChangeTags(typeSlugs, db.releaseId)); // readers of their entries see changed blocks
      emitReaching(tx, slug, types);
    }
    const audit = auditedDefinition('block', { before, after, uses: guard.uses, releaseId: db.releaseId });
    return tx.stored(audit, { release, before, record: after, isNew: before === null, staleTypes });
  });
}

/** @throws invalid_block */
function checkBlockSlug(slug: string): void {
  if (slugForm.test(slug)) return;
  const why =
    'A block slug has 1 to 63 lower-case letters, digits, "-" and "_", and begins with a letter or digit.';
  throw apiError('invalid_block', { why }, { param: 'block' });
}

interface PlanInput {
  slug: string;
  before: BlockRecord | null;
  blocks: BlocksBySlug;
  kinds: Awaited<ReturnType<typeof readKinds>>;
  hasLocales: boolean;
}

async function plan(
  context: ReleaseContext,
  input: DefineBlock,
  { slug, before, blocks, kinds, hasLocales }: PlanInput,
): Promise<BlockRecord> {
  if (before === null && blocks.size >= limits.blocks_per_release_max) {
    const why = `A release has at most ${limits.blocks_per_release_max} blocks.`;
    throw apiError('invalid_block', { why }, { param: 'block' });
  }
  if (before === null && input.fields === undefined) {
    const why = 'A new block needs its list of fields, which may be empty.';
    throw apiError('invalid_block', { why }, { param: 'fields' });
  }
  if (input.name !== undefined && input.label !== undefined)
    throw apiError(
      'invalid_field_value',
      { name: 'name', why: 'it was sent under two names' },
      { param: 'label' },
    );
  const groups = input.groups === undefined ? (before?.groups ?? []) : readGroups(input.groups, 'block');
  const sentFields =
    input.fields === undefined
      ? checkedLayout(before?.fields ?? [], groups).map((field) => ({ field, storedField: field }))
      : readFields(input.fields, {
          noun: 'block',
          maxFields: limits.fields_per_block_max,
          self: null,
          before,
          kinds,
          blocks: new Map<string, Pick<BlockRecord, 'fields'>>([...blocks, [slug, before ?? { fields: [] }]]),
          groups,
          hasLocales,
        });
  const values = { accepts: acceptsAllValues, hasAny: () => true };
  const planned = await planFields(sentFields, before, { now: context.now, values });
  const { fields } = planned;
  const previousLabels =
    before === null
      ? null
      : labelsAfter({ fields: before.fields, display_field: before.display_field }, fields);
  const first = (type: string) => fields.find((field) => field.type === type)?.key;
  return {
    _id: `${context.db.releaseId}/${slug}`,
    slug,
    name: input.name ?? input.label ?? before?.name ?? inWords(slug),
    description: input.description ?? before?.description ?? '',
    display_field: readLabelField(input, 'display_field', {
      fields,
      before: previousLabels,
      fallback: firstPlainString(fields) ?? first('text') ?? null,
    }),
    ...(groups.length === 0 ? {} : { groups }),
    ...planned,
    is_settled: isPassDone(planned),
    revision: (before?.revision ?? 0) + 1,
    created_at: before?.created_at ?? context.now,
    updated_at: latest(before?.updated_at ?? context.now, context.now),
  };
}

/** Only one field on a path can be localized, whichever list contains the block. @throws invalid_field_definition */
async function checkLocalizedPaths(db: ReleaseDb, blocks: BlocksBySlug, changed: string): Promise<void> {
  const definitions = [...blocks.values()];
  if (!definitions.some(({ fields }) => fields.some(({ options }) => options.localized === true))) return;
  checkLocalizedLists([...(await findTypes(whole(db))), ...definitions], { blocks, changed });
}

/** Checks the stored fields with new groups. @throws invalid_field_definition for a field whose group was removed */
function checkedLayout(fields: Field[], groups: readonly FieldGroup[]): Field[] {
  const combined = combineErrors(layoutErrors(fields, { groups, noun: 'block' }));
  if (combined !== null) throw combined;
  return fields;
}

function isSame(before: BlockRecord, after: BlockRecord): boolean {
  const { revision, updated_at, is_settled, removed } = before;
  if (!isDeepStrictEqual(before.groups, after.groups)) return false;
  return isDeepStrictEqual(before, { ...before, ...after, revision, updated_at, is_settled, removed });
}
