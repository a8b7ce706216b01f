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
import { blockAmong } from './available.ts';
import { namingFields } from '../naming.ts';
import { findBlocks } from '../repository.ts';
import type { BlockImpact, BlockRecord } from '../schema.ts';

/** Entries whose values are looked into. */
const countedMax = 500;
/** Entries that are counted by the index alone. */
const entriesMax = 10_000;

/**
 * What removing a definition, or one of its fields, would take away. How many entries there are is asked of an index;
 * all else is counted in the first of them, at most 500, and fewer where they are larger than an answer may be.
 * @throws unknown_block
 */
export async function readBlockImpact(context: ReleaseContext, slug: string): Promise<BlockImpact> {
  const { db } = context;
  const found = await findBlocks(db);
  const block = blockAmong(found, slug);
  const types = await findTypes(db);
  const blocks = new Map(found.map((one) => [one.slug, one]));
  const shapeOf = (type: string) => ({
    fields: types.find((one) => one.slug === type)?.fields ?? [],
    blocks,
  });
  const counts = await context.withConcurrencyLimit(() => countFilled(context, block, shapeOf));
  const { isWhole } = counts;
  return {
    slug,
    entries: isWhole ? counts.entries : (await findWithBlockUse(db, slug, entriesMax)).length,
    live_entries: counts.live,
    counted_entries: counts.entries,
    fields: block.fields.map(({ key, label }, i) => ({
      key,
      label,
      drafts: counts.drafts[i] ?? 0,
      live: counts.lives[i] ?? 0,
    })),
    used_in: namingFields({ types, blocks: found }, slug),
  };
}

/** Of the first entries that have the block: how many have it live, and how many fill each of its fields. */
async function countFilled(
  { db, bounds }: ReleaseContext,
  block: BlockRecord,
  shapeOf: (type: string) => Shape,
) {
  const none = block.fields.map(() => 0);
  const counts = { entries: 0, live: 0, drafts: [...none], lives: [...none] };
  let read = 0;
  const isWhole = await findUsingBlockWhile(db, block.slug, ({ type, draft, live }, bytes) => {
    if (counts.entries === countedMax || (read > bounds.responseBytesMax && counts.entries > 0)) return false;
    read += bytes;
    const shape = shapeOf(type);
    const inLive = live === null ? [] : blocksNamed(block.slug, shape, live);
    if (inLive.length > 0) counts.live += 1;
    count(counts.drafts, block, blocksNamed(block.slug, shape, draft));
    count(counts.lives, block, inLive);
    counts.entries += 1;
    return true;
  });
  return { ...counts, isWhole };
}

/** Counts the entries with a value in fields that a request affects, before the write: afterwards they have none. */
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

/** Counts the entries in which some block of this definition has a value in each of the fields. */
async function countBlockFieldUses(context: ReleaseContext, block: BlockRecord, fields: readonly Field[]) {
  const { db, now } = context;
  const types = await findTypes(db);
  const blocks = new Map((await findBlocks(db)).map((one) => [one.slug, one]));
  const fieldsOf = new Map(types.map(({ slug, fields }) => [slug, fields]));
  const uses = fields.map(() => ({ entries: 0, live: 0 }));
  const endsAt = performance.now() + countingMs;
  const isWhole = await findUsingBlockWhile(db, block.slug, (entry) => {
    const shape = { fields: fieldsOf.get(entry.type) ?? [], blocks };
    const live = hasEnded(entry, now) ? [] : blocksNamed(block.slug, shape, entry.live ?? {});
    const all = [entry.draft, entry.live, entry.pending?.values].flatMap((values) =>
      blocksNamed(block.slug, shape, values ?? {}),
    );
    for (const [i, use] of uses.entries()) {
      const field = fields[i];
      if (field !== undefined && all.some((one) => isFilled(field, one))) use.entries += 1;
      if (field !== undefined && live.some((one) => isFilled(field, one))) use.live += 1;
    }
    return performance.now() < endsAt && uses.some(({ entries }) => entries <= countedEntriesMax);
  });
  return { uses, isCapped: !isWhole };
}

function blocksNamed(slug: string, shape: Shape, values: EntryValues): Block[] {
  return [...blocksOf(shape, values)].flatMap(({ block }) => (block.block === slug ? [block] : []));
}

/** Adds one for each field that any of the blocks fills. */
function count(counts: number[], { fields }: BlockRecord, blocks: readonly Block[]): void {
  for (const [i, field] of fields.entries()) {
    if (blocks.some((block) => isFilled(field, block))) counts[i] = (counts[i] ?? 0) + 1;
  }
}

function isFilled(field: Field, { values }: Block): boolean {
  const value = values[storageKey(field)];
  return value !== undefined && value !== null && !fieldKindOf(field).isEmpty(value);
}
