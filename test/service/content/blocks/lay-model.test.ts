import { expect, it } from 'vitest';
import { mergeBlocks } from '../../../../src/content/fields/blocks/merge-blocks.ts';
import type { Field } from '../../../../src/content/fields/schema.ts';
import { Chance } from '../../../support/blocks/chance.ts';
import {
  afterWrite,
  type Aim,
  canComeAgain,
  listsFor,
  type Sent,
  type Snapshots,
} from '../../../support/blocks/plain-model.ts';
import { read } from '../../../support/blocks/random-blocks.ts';
import { allBlocks, type Definitions, randomDefinitions } from '../../../support/blocks/random-schema.ts';
import { RandomWrites } from '../../../support/blocks/random-writes.ts';

const [runs, writesOfRun] = [150, 12];

/** Definitions as the service holds them, and a field that takes each. */
function shapeOf(definitions: Definitions) {
  const field = { key: 'sections', label: 'S', type: 'blocks', options: { blocks: [...definitions.keys()] } };
  const blocks = new Map(
    [...definitions].map(([slug, fields]) => [
      slug,
      { fields: fields.map((one) => ({ label: one.key, options: {}, ...one }) as Field) },
    ]),
  );
  return { field: field as Field, blocks };
}

/** The write through the three files that blocks are written by; null where it is refused. */
function written(
  { field, blocks }: ReturnType<typeof shapeOf>,
  { sent, aim, isWhole }: { sent: Sent; aim: Aim; isWhole: boolean },
  before: Snapshots,
): Snapshots | null {
  const lists = listsFor(aim, before);
  const checked = read('list' in sent ? sent.list : sent.parts, lists, { field, blocks, isWhole });
  if (checked.faults.length > 0) return null;
  const [draft = [], live] = lists.map((list) => mergeBlocks(list, checked.written, blocks).list);
  return { draft, live: aim === 'publish' ? draft : (live ?? before.live) };
}

function randomWrite(chance: Chance, writes: RandomWrites, state: Snapshots) {
  const isWhole = chance.is(15);
  const aim = isWhole
    ? chance.one(['both', 'publish'] as const)
    : chance.one(['both', 'both', 'draft', 'publish'] as const);
  const lists = listsFor(aim, state);
  const sent: Sent =
    isWhole || chance.is(65) ? { list: writes.list(lists, isWhole) } : { parts: writes.parts(lists) };
  return { sent, aim, isWhole };
}

it(`makes of ${runs * writesOfRun} writes what a plain model says, and nothing of the same write again`, () => {
  let accepted = 0;
  for (let seed = 0; seed < runs; seed += 1) {
    const chance = new Chance(seed);
    const definitions = randomDefinitions(chance);
    const shape = shapeOf(definitions);
    const writes = new RandomWrites(chance, definitions);
    let state: Snapshots = { draft: [], live: [] };
    for (let n = 0; n < writesOfRun; n += 1) {
      const write = randomWrite(chance, writes, state);
      const after = written(shape, write, state);
      if (after === null) continue;
      accepted += 1;
      const what = `seed ${seed}, write ${n}: ${JSON.stringify({ write, state })}`;
      const { draft, live } = afterWrite({ ...write, definitions }, state, after);
      expect(after, what).toEqual({ draft, live });
      expectIdsOnce(after, definitions);
      if (canComeAgain({ ...write, definitions }, after))
        expect(written(shape, write, after), what).toEqual(after);
      state = after;
    }
  }
  expect(accepted).toBeGreaterThan((runs * writesOfRun) / 2);
});

function expectIdsOnce({ draft, live }: Snapshots, definitions: Definitions): void {
  for (const list of [draft, live ?? []]) {
    const ids = allBlocks(list, definitions).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  }
}
