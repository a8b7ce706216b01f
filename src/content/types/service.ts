import { storageKey } from '../../contract/fields/storage-key.ts';
import { countFieldUses } from '../entries/store/queries/field-use-repository.ts';
import { wholeList } from '../../contract/listing.ts';
import { ApiError, apiError } from '../../contract/errors/api-error.ts';
import { writerOf } from '../../projects/index.ts';
import type { ReleaseContext, ReleaseInfo, ReleaseWriter } from '../../core/context/index.ts';
import { runInBackground } from '../../core/util/index.ts';
import { type RouteResponse, respond } from '../../core/http/index.ts';
import type { SystemDb } from '../../core/mongo/index.ts';
import { contextAfterWrite } from '../../lifecycle/index.ts';
import { defineType } from './definition/define.ts';
import { loadType, loadTypes } from './lookup.ts';
import { findType, findUnsettled } from './repository.ts';
import type { ContentType, DefineContentType } from './schema.ts';
import { serializeType } from './serialize.ts';
import {
  type AffectedFields,
  type FieldUses,
  findAffected,
  readRemoveFields,
} from './definition/removed-fields.ts';
import { localeWarnings } from './definition/locale-warnings.ts';
import { usesOf, warningsOf } from './definition/warnings.ts';
import { settleType } from './settle/settle.ts';
import { settleAll } from './settle/settle-all.ts';

/** Lists all types of the release by creation date, on one page. */
export async function listContentTypes(context: ReleaseContext) {
  const types = [...(await loadTypes(context)).values()];
  return { data: types.map(serializeType), meta: wholeList(types.length) };
}

/** Reads one type. @throws unknown_content_type */
export async function readContentType(
  context: ReleaseContext,
  slug: string,
): Promise<RouteResponse<ContentType>> {
  const type = await loadType(context, slug);
  return respond(serializeType(type), { revision: type.revision });
}

/**
 * Creates or updates a type, then updates entries in the background. The response warns of renamed and retargeted
 * fields and of removed fields with values. With `removeFields`, only those fields can be removed.
 * @throws the codes of `defineType`
 */
export async function putContentType(
  context: ReleaseContext,
  slug: string,
  input: DefineContentType,
  removeFields?: string,
): Promise<RouteResponse<ContentType>> {
  const settle = (release: ReleaseInfo) =>
    runInBackground(
      'settle a content type',
      async () => void (await settleType(settleWriter(context, release), slug)),
    );
  await finishDeletion(context, slug);
  const uses = await countUses(context, slug, findAffected(await findType(context.db, slug), input));
  const guard = { allowed: readRemoveFields(removeFields), uses };
  const definition = await defineType(context, slug, input, guard).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'field_being_removed') settle(context.release); // a stopped process may not have finished
    throw error;
  });
  const { release, record, before, isNew } = definition;
  const warningsAboutLocales = await localeWarnings(context, { before, after: record });
  if (!record.is_settled && !context.dryRun) settle(release);
  const location = `/v1/schema/content-types/${slug}`;
  const affected = findAffected(before, input);
  const warningsAboutFields = warningsOf({ before, after: record, affected, uses, dryRun: context.dryRun });
  const warnings = [...warningsAboutFields, ...warningsAboutLocales];
  const meta = warnings.length === 0 ? {} : { meta: { warnings } };
  return respond(
    { ...serializeType(record), ...meta },
    {
      revision: record.revision,
      ...(isNew ? { status: 201 as const, location } : {}),
    },
  );
}

/** Counts the entries with a value in each of the fields, without fields that no entry fills. */
export async function countFieldValues(
  context: ReleaseContext,
  slug: string,
  keys: readonly string[],
): Promise<FieldUses[]> {
  const { fields } = await loadType(context, slug);
  const removedFields = fields.filter(({ key }) => keys.includes(key));
  return countUses(context, slug, { removed: removedFields, retargeted: [] });
}

/** Counts the entries with a value in fields that a request affects, before the write removes the values. */
async function countUses(
  context: ReleaseContext,
  type: string,
  { removed, retargeted }: AffectedFields,
): Promise<FieldUses[]> {
  const fields = [...removed, ...retargeted.map(({ field }) => field)];
  if (fields.length === 0) return [];
  const keys = fields.map(storageKey);
  const { uses, isCapped } = await context.withConcurrencyLimit(() =>
    countFieldUses(context.db, { type, keys, now: context.now }),
  );
  return usesOf(fields, uses, isCapped);
}

/** Finishes the deletion of a type with the slug, so that its entries do not appear in the new type. */
async function finishDeletion(context: ReleaseContext, slug: string): Promise<void> {
  const type = await findType(context.db, slug);
  if (type?.deleted_at === undefined) return;
  if (context.dryRun) throw apiError('temporarily_unavailable', {});
  await settleType(settleWriter(context, context.release), slug);
}

/** The context that updates the entries of a release after a write. */
function settleWriter(context: ReleaseContext, release: ReleaseInfo): ReleaseWriter {
  return writerOf(contextAfterWrite(context, release).db, { now: context.now, actor: context.actor });
}

/** Continues the work of stopped processes in releases that can be written. Run by a job. */
export function settleTypes(system: SystemDb, now: Date): Promise<void> {
  return settleAll(system, { job: 'content-types.settle', now, find: findUnsettled, settle: settleType });
}
