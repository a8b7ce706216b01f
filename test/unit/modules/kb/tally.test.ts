import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Ballot, tally } from '../../../../src/modules/kb/votes/tally.ts';

describe('the tally of a batch of votes', () => {
  it('lets the second vote of a visitor take the place of the first', () => {
    const { change, finalVotes: standing } = tally(new Map([['ann', true]]), [
      { visitor: 'ann', helpful: false },
      { visitor: 'bob', helpful: true },
      { visitor: 'bob', helpful: true },
    ]);

    expect(change).toEqual({ helpful: 0, not_helpful: 1 });
    expect([...standing]).toEqual([
      ['ann', false],
      ['bob', true],
    ]);
  });

  it('counts every vote of a visitor nobody can tell apart', () => {
    const { change } = tally(new Map(), [
      { visitor: null, helpful: true },
      { visitor: null, helpful: true },
    ]);

    expect(change).toEqual({ helpful: 2, not_helpful: 0 });
  });

  it('comes to the same in one batch, in two, or vote by vote', () => {
    const ballot: fc.Arbitrary<Ballot> = fc.record({
      visitor: fc.option(fc.constantFrom('a', 'b', 'c'), { nil: null }),
      helpful: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(ballot, { maxLength: 30 }), fc.nat({ max: 30 }), (ballots, cut) => {
        const whole = tally(new Map(), ballots);
        const first = tally(new Map(), ballots.slice(0, cut));
        const second = tally(first.finalVotes, ballots.slice(cut));

        expect(first.change.helpful + second.change.helpful).toBe(whole.change.helpful);
        expect(first.change.not_helpful + second.change.not_helpful).toBe(whole.change.not_helpful);
        expect(whole.changes.at(-1) ?? { helpful: 0, not_helpful: 0 }).toEqual(whole.change);
      }),
    );
  });
});
