import { Binary, BSON } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { decodeRow, decodeRowInTurns } from '../../../../src/core/mongo/query/decoded.ts';
import { costOf } from '../../../support/cost.ts';

const many = <T>(count: number, make: (i: number) => T) => Array.from({ length: count }, (_, i) => make(i));
/** A snapshot of an entry, about four megabytes of small values. */
const snapshot = Object.fromEntries(
  many(10, (n) => [`list_${n}`, many(11_000, (i) => ({ id: `ent_${i}`, n: i }))]),
);

describe('a large row', () => {
  it.each([
    ['as it is', {}],
    ['with buffers', { promoteBuffers: true }],
  ])('is decoded in turns to the same, %s', async (_what, options) => {
    const row = BSON.serialize({
      ...{
        _id: 'ent_1',
        ключ: 1.5,
        7: 'a',
        at: new Date(5),
        none: null,
        sealed: new Binary(Buffer.from('x')),
      },
      ...{ live: snapshot, list: [snapshot], draft: { ...snapshot, text: 'x'.repeat(600_000) } },
    });

    const decoded = await decodeRowInTurns(row, options);

    expect(decoded).toEqual(decodeRow(row, options));
    expect(Object.keys(decoded)).toEqual(Object.keys(decodeRow(row, options)));
  });

  it('of 12 MB holds the event loop for no more than 50 ms', async () => {
    const row = BSON.serialize({ _id: 'ent_1', draft: snapshot, live: snapshot, before: snapshot });
    expect(row.length).toBeGreaterThan(11_000_000);

    const held: number[] = [];
    for (let tries = 0; tries < 5; tries += 1) held.push((await costOf(() => decodeRowInTurns(row))).heldMs);

    expect(Math.min(...held)).toBeLessThan(50);
  });
});
