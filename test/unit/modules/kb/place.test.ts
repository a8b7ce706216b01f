import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { positionBefore, type PositionedItem } from '../../../../src/modules/kb/editor/manual-position.ts';

const at = (...positions: number[]): PositionedItem[] =>
  positions.map((position, index) => ({ id: 'abcdefghij'.charAt(index), position }));

describe('placeBefore', () => {
  it.each([
    ['into an empty shelf', at(), null, 1_000],
    ['at the end', at(1_000, 2_000), null, 3_000],
    ['before the first', at(1_000, 2_000), 'a', 0],
    ['between two', at(1_000, 2_000), 'b', 1_500],
    ['into the last gap', at(1_000, 1_002), 'b', 1_001],
  ])('%s moves nobody else', (_case, siblings, before, position) => {
    expect(positionBefore(siblings, before)).toEqual({ position, shiftedSiblings: [] });
  });

  it('makes room where there is none, until the next gap takes it up', () => {
    const place = positionBefore(at(1, 2, 3, 1_000), 'b');

    expect(place).toEqual({
      position: 17,
      shiftedSiblings: [
        { id: 'b', position: 33 },
        { id: 'c', position: 49 },
      ],
    });
  });

  it('does not know a sibling that is not there', () => {
    expect(positionBefore(at(1, 2), 'z')).toBeNull();
  });

  it('always gives the order that was asked for, whatever the positions were', () => {
    const positions = fc.array(fc.integer({ min: -50, max: 50 }), { maxLength: 10 });
    fc.assert(
      fc.property(positions, fc.nat(10), (given, chosen) => {
        const siblings = at(...given.sort((a, b) => a - b));
        const before = siblings[chosen]?.id ?? null;
        const place = positionBefore(siblings, before);
        const moved = new Map(place?.shiftedSiblings.map(({ id, position }) => [id, position]));
        const after = [
          ...siblings.map(({ id, position }) => ({ id, position: moved.get(id) ?? position })),
          { id: 'new', position: place?.position ?? NaN },
        ];
        const wanted = siblings.map(({ id }) => id);
        wanted.splice(before === null ? wanted.length : wanted.indexOf(before), 0, 'new');
        const rank = (id: string) => siblings.findIndex((sibling) => sibling.id === id);
        // equal positions fall back to the order of creation, in which the new one is the last
        const order = after.sort(
          (a, b) =>
            a.position - b.position || (a.id === 'new' ? 1 : b.id === 'new' ? -1 : rank(a.id) - rank(b.id)),
        );
        expect(order.map(({ id }) => id)).toEqual(wanted);
      }),
    );
  });
});
