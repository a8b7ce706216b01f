import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ArticleContainer, planPage } from '../../../../src/modules/kb/articles/list/page-plan.ts';

const shelvesOf = (...counts: number[]): ArticleContainer[] =>
  counts.map((count, i) => ({ id: `s${i}`, count }));

describe('the plan of a page', () => {
  it('takes from the shelves in order and passes over empty ones', () => {
    expect(planPage(shelvesOf(2, 0, 3, 4), 1, 5)).toEqual([
      { containerId: 's0', skip: 1, take: 1, isWhole: false },
      { containerId: 's2', skip: 0, take: 3, isWhole: true },
      { containerId: 's3', skip: 0, take: 1, isWhole: false },
    ]);
  });

  it('is empty behind the last article', () => {
    expect(planPage(shelvesOf(2, 3), 5, 20)).toEqual([]);
  });

  it('is what cutting the whole list would give, for any shelves and any page', () => {
    const counts = fc.array(fc.nat({ max: 6 }), { maxLength: 12 });
    fc.assert(
      fc.property(counts, fc.nat({ max: 40 }), fc.integer({ min: 1, max: 20 }), (sizes, offset, limit) => {
        const shelves = shelvesOf(...sizes);
        const all = shelves.flatMap(({ id, count }) => Array.from({ length: count }, (_, i) => `${id}/${i}`));
        const planned = planPage(shelves, offset, limit).flatMap(({ containerId: shelf, skip, take }) =>
          Array.from({ length: take }, (_, i) => `${shelf}/${skip + i}`),
        );
        expect(planned).toEqual(all.slice(offset, offset + limit));
      }),
    );
  });
});
