import { wholeList } from '../../../contract/listing.ts';
import { writerOf } from '../../../projects/index.ts';
import { runInBackground } from '../../../core/util/index.ts';
import { ApiError } from '../../../contract/errors/api-error.ts';
import type { ReleaseContext, ReleaseInfo } from '../../../core/context/index.ts';
import { type RouteResponse, respond } from '../../../core/http/index.ts';
import type { SystemDb } from '../../../core/mongo/index.ts';
import { contextAfterWrite } from '../../../lifecycle/index.ts';
import { type FieldUses, findAffected, readRemoveFields } from '../definition/removed-fields.ts';
import { blockIn } from './settle/available.ts';
import { defineBlock } from './define.ts';
import { usesOfBlockFields } from './settle/impact.ts';
import { findBlocks, findUnsettledBlocks } from './repository.ts';
import type { BlockDefinition, DefineBlock } from './schema.ts';
import { serializeBlock } from './serialize.ts';
import { settleBlock } from './settle/settle.ts';
import { loadAllBlocks } from '../lookup.ts';
import { settleType } from '../settle/settle.ts';
import { settleAll } from '../settle/settle-all.ts';
import { warningsOf } from '../definition/warnings.ts';

/** Lists all definitions of the release by creation date, on one page (specification: blocks). */
export async function listBlocks(context: ReleaseContext) {
  const definitions = [...(await loadAllBlocks(context)).values()];
  return { data: definitions.map(serializeBlock), meta: wholeList(definitions.length) };
}

/** Reads one definition. @throws unknown_block with `available_blocks` */
export async function readBlock(
  context: ReleaseContext,
  slug: string,
): Promise<RouteResponse<BlockDefinition>> {
  const block = blockIn([...(await loadAllBlocks(context)).values()], slug);
  return respond(serializeBlock(block), { revision: block.revision });
}

/**
 * Creates or updates a definition, then updates entries in the background. The response warns of renamed and retargeted
 * fields and of removed fields with values.
 * @throws the codes of `defineBlock`
 */
export async function putBlock(
  context: ReleaseContext,
  slug: string,
  input: DefineBlock,
  removeFields?: string,
): Promise<RouteResponse<BlockDefinition>> {
  const writer = (release: ReleaseInfo) =>
    writerOf(contextAfterWrite(context, release).db, { now: context.now, actor: context.actor });
  const settle = (release: ReleaseInfo) =>
    runInBackground('settle a block', () => settleBlock(writer(release), slug));
  const before = (await findBlocks(context.db)).find((block) => block.slug === slug) ?? null;
  const uses = await usesOfBlockFields(context, before, findAffected(before, input));
  const guard = { allowed: readRemoveFields(removeFields), uses };
  const definition = await defineBlock(context, slug, input, guard).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'field_being_removed') settle(context.release); // a stopped process may not have finished
    throw error;
  });
  const { release, record, isNew, staleTypes } = definition;
  if (!record.is_settled && !context.dryRun) settle(release);
  if (staleTypes.length > 0 && !context.dryRun)
    runInBackground('settle types of a block', async () => {
      for (const type of staleTypes) await settleType(writer(release), type);
    });
  const location = `/v1/schema/blocks/${slug}`;
  const affected = findAffected(definition.before, input);
  const change = { before: definition.before, after: record, affected, uses, dryRun: context.dryRun };
  const warnings = warningsOf(change);
  const meta = warnings.length === 0 ? {} : { meta: { warnings } };
  return respond(
    { ...serializeBlock(record), ...meta },
    {
      revision: record.revision,
      ...(isNew ? { status: 201 as const, location } : {}),
    },
  );
}

/** Continues the work of stopped processes in releases that can be written. Run by a job. */
export function settleBlocks(system: SystemDb, now: Date): Promise<void> {
  return settleAll(system, { job: 'blocks.settle', now, find: findUnsettledBlocks, settle: settleBlock });
}

/** Counts the entries with a value in each of the fields in any block, without fields that no entry fills. */
export async function countBlockFieldValues(
  context: ReleaseContext,
  slug: string,
  keys: readonly string[],
): Promise<FieldUses[]> {
  const block = blockIn(await findBlocks(context.db), slug);
  const removedFields = block.fields.filter(({ key }) => keys.includes(key));
  return usesOfBlockFields(context, block, { removed: removedFields, retargeted: [] });
}
