import type { Block } from '../../contract/blocks.ts';
import { findUsingBlockWhile, findWithBlockUse } from '../../entries/service.ts';
import type { EntryValues } from '../../entries/schema.ts';
import { blocksOf, fieldKindOf, type Shape } from '../../fields/service.ts';
import type { ReleaseCall } from '../../platform/call.ts';
import { letOthersGoOn, roundIsOver } from '../../platform/event-loop-turn.ts';
import { weigh } from '../../platform/json-bytes.ts';
import { findTypes } from '../repository.ts';
import { blockAmong } from './available.ts';
import { namingFields } from './naming.ts';
import { findBlocks } from './repository.ts';
import type { BlockImpact, BlockRecord } from './schema.ts';

/** Entries whose values are looked into. */
const countedMax = 500;
/** Entries that are counted by the index alone. */
const entriesMax = 10_000;

/**
 * What removing a definition, or one of its fields, would take away. How many entries there are is asked of an index;
 * all else is counted in the first of them, at most 500, and fewer where they are larger than an answer may be.
 * @throws unknown_block
 */
export async function readBlockImpact(call: ReleaseCall, slug: string): Promise<BlockImpact> {
  const { db } = call;
  const found = await findBlocks(db);
  const block = blockAmong(found, slug);
  const types = await findTypes(db);
  const blocks = new Map(found.map((one) => [one.slug, one]));
  const shapeOf = (type: string) => ({
    fields: types.find((one) => one.slug === type)?.fields ?? [],
    blocks,
  });
  const counts = await call.withConcurrencyLimit(() => countFilled(call, block, shapeOf));
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
  { db, bounds }: ReleaseCall,
  block: BlockRecord,
  shapeOf: (type: string) => Shape,
) {
  const none = block.fields.map(() => 0);
  const counts = { entries: 0, live: 0, drafts: [...none], lives: [...none] };
  let read = 0;
  const isWhole = await findUsingBlockWhile(db, block.slug, async ({ type, draft, live }) => {
    if (counts.entries === countedMax || (read > bounds.answerBytesMax && counts.entries > 0)) return false;
    read += weigh([draft, live], bounds.answerBytesMax);
    const shape = shapeOf(type);
    const inLive = live === null ? [] : blocksNamed(block.slug, shape, live);
    if (inLive.length > 0) counts.live += 1;
    count(counts.drafts, block, blocksNamed(block.slug, shape, draft));
    count(counts.lives, block, inLive);
    counts.entries += 1;
    if (roundIsOver()) await letOthersGoOn();
    return true;
  });
  return { ...counts, isWhole };
}

function blocksNamed(slug: string, shape: Shape, values: EntryValues): Block[] {
  return [...blocksOf(shape, values)].flatMap(({ block }) => (block.block === slug ? [block] : []));
}

/** Adds one for each field that any of the blocks fills. */
function count(counts: number[], { fields }: BlockRecord, blocks: readonly Block[]): void {
  for (const [i, field] of fields.entries()) {
    const isFilled = blocks.some(({ values: { [field.key]: value } }) => {
      return value !== undefined && value !== null && !fieldKindOf(field).isEmpty(value);
    });
    if (isFilled) counts[i] = (counts[i] ?? 0) + 1;
  }
}
