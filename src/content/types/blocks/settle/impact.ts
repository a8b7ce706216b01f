import { storageKey } from '../../../../contract/fields/storage-key.ts';
import type { Block } from '../../../../contract/fields/blocks.ts';
import { countedEntriesMax, countingMs } from '../../../entries/store/queries/field-use-repository.ts';
import { findUsingBlockWhile, findWithBlockUse } from '../../../entries/store/queries/block-repository.ts';
import type { Field } from '../../../fields/schema.ts';
import type { EntryValues } from '../../../entries/store/schema.ts';
import { blocksOf, type Shape } from '../../../fields/walk.ts';
import { fieldKindOf } from '../../../fields/kinds.ts';
import type { ReleaseContext } from '../../../../core/context/index.ts';
import { hasEnded } from '../../../../lifecycle/index.ts';
import type { AffectedFields, FieldUses } from '../../definition/removed-fields.ts';
import { usesOf } from '../../definition/warnings.ts';
import { findTypes } from '../../repository.ts';
import { blockIn } from './available.ts';
import { namingFields } from '../naming.ts';
import { findBlocks } from '../repository.ts';
import type { BlockImpact, BlockRecord } from '../schema.ts';

/** Maximum entries whose values are counted. */
const countedMax = 500;
/** Maximum entries that an index counts. */
const entriesMax = 10_000;

/**
 * Reads what deleting a block, or each of its fields, would affect. An index counts the entries. Live entries and field
 * values are counted in the first entries, at most 500 and at most the bytes of a response.
 * @throws unknown_block
 */
export async function readBlockImpact(context: ReleaseContext, slug: string): Promise<BlockImpact> {
  const { db } = context;
  const definitions = await findBlocks(db);
  const block = blockIn(definitions, slug);
  const types = await findTypes(db);
  const blocks = new Map(definitions.map((one) => [one.slug, one]));
  const shapeOf = (type: string) => ({
    fields: types.find((one) => one.slug === type)?.fields ?? [],
    blocks,
  });
  const counts = await context.withConcurrencyLimit(() => countFilled(context, block, shapeOf));
  const { hasCountedAll } = counts;
  return {
    slug,
    entries: hasCountedAll ? counts.entries : (await findWithBlockUse(db, slug, entriesMax)).length,
    live_entries: counts.live,
    counted_entries: counts.entries,
    fields: block.fields.map(({ key, label }, i) => ({
      key,
      label,
      drafts: counts.drafts[i] ?? 0,
      live: counts.lives[i] ?? 0,
    })),
    used_in: namingFields({ types, blocks: definitions }, slug),
  };
}

/** Counts the first entries with the block: entries that have it live, and entries that fill each of its fields. */
async function countFilled(
  { db, bounds }: ReleaseContext,
  block: BlockRecord,
  shapeOf: (type: string) => Shape,
) {
  const zeros = block.fields.map(() => 0);
  const counts = { entries: 0, live: 0, drafts: [...zeros], lives: [...zeros] };
  let readBytes = 0;
  const hasCountedAll = await findUsingBlockWhile(db, block.slug, ({ type, draft, live }, bytes) => {
    if (counts.entries === countedMax || (readBytes > bounds.responseBytesMax && counts.entries > 0))
      return false;
    readBytes += bytes;
    const shape = shapeOf(type);
    const liveBlocks = live === null ? [] : blocksNamed(block.slug, shape, live);
    if (liveBlocks.length > 0) counts.live += 1;
    count(counts.drafts, block, blocksNamed(block.slug, shape, draft));
    count(counts.lives, block, liveBlocks);
    counts.entries += 1;
    return true;
  });
  return { ...counts, hasCountedAll };
}

/** Counts the entries with a value in fields that a request affects, before the write removes the values. */
export async function usesOfBlockFields(
  context: ReleaseContext,
  block: BlockRecord | null,
  { removed, retargeted }: AffectedFields,
): Promise<FieldUses[]> {
  const fields = [...removed, ...retargeted.map(({ field }) => field)];
  if (block === null || fields.length === 0) return [];
  const { uses, isCapped } = await context.withConcurrencyLimit(() =>
    countBlockFieldUses(context, block, fields),
  );
  return usesOf(fields, uses, isCapped);
}

/** Counts the entries with a value of each field in any block of the definition. */
async function countBlockFieldUses(context: ReleaseContext, block: BlockRecord, fields: readonly Field[]) {
  const { db, now } = context;
  const types = await findTypes(db);
  const blocks = new Map((await findBlocks(db)).map((one) => [one.slug, one]));
  const fieldsOf = new Map(types.map(({ slug, fields }) => [slug, fields]));
  const uses = fields.map(() => ({ entries: 0, live: 0 }));
  const endsAt = performance.now() + countingMs;
  const hasCountedAll = await findUsingBlockWhile(db, block.slug, (entry) => {
    const shape = { fields: fieldsOf.get(entry.type) ?? [], blocks };
    const live = hasEnded(entry, now) ? [] : blocksNamed(block.slug, shape, entry.live ?? {});
    const allBlocks = [entry.draft, entry.live, entry.pending?.values].flatMap((values) =>
      blocksNamed(block.slug, shape, values ?? {}),
    );
    for (const [i, use] of uses.entries()) {
      const field = fields[i];
      if (field !== undefined && allBlocks.some((one) => isFilled(field, one))) use.entries += 1;
      if (field !== undefined && live.some((one) => isFilled(field, one))) use.live += 1;
    }
    return performance.now() < endsAt && uses.some(({ entries }) => entries <= countedEntriesMax);
  });
  return { uses, isCapped: !hasCountedAll };
}

function blocksNamed(slug: string, shape: Shape, values: EntryValues): Block[] {
  return [...blocksOf(shape, values)].flatMap(({ block }) => (block.block === slug ? [block] : []));
}

/** Increments the count of each field that any of the blocks fills. */
function count(counts: number[], { fields }: BlockRecord, blocks: readonly Block[]): void {
  for (const [i, field] of fields.entries()) {
    if (blocks.some((block) => isFilled(field, block))) counts[i] = (counts[i] ?? 0) + 1;
  }
}

function isFilled(field: Field, { values }: Block): boolean {
  const value = values[storageKey(field)];
  return value !== undefined && value !== null && !fieldKindOf(field).isEmpty(value);
}
