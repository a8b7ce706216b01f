import { describe, expect, it } from 'vitest';
import { freshnessAt, nextFreshnessChange, reviewDates } from '../../../../src/modules/kb/freshness.ts';

const day = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 86_400_000);

describe('the freshness of an article', () => {
  it.each([
    // edited, reviewed, interval, asked at -> verdict
    [0, null, null, 0, 'fresh'],
    [0, null, null, 89.999, 'fresh'],
    [0, null, null, 90, 'aging'],
    [0, null, null, 179.999, 'aging'],
    [0, null, null, 180, 'stale'],
    [0, null, 10, 4.999, 'fresh'],
    [0, null, 10, 5, 'aging'],
    [0, null, 10, 10, 'stale'],
    [0, 100, null, 150, 'fresh'], // the review counts
    [0, 100, null, 190, 'aging'],
    [100, 20, null, 189, 'fresh'], // the edit came later
    [100, 20, null, 280, 'stale'],
  ] as const)('edited on day %d, reviewed %s, every %s days: on day %d it is %s', (...row) => {
    const [edited, reviewed, interval, asked, verdict] = row;
    const dates = reviewDates(day(edited), reviewed === null ? null : day(reviewed), interval ?? 180);

    expect(freshnessAt(dates, day(asked))).toBe(verdict);
  });

  it('names the moment of the next verdict, until there is none', () => {
    const dates = reviewDates(day(0), null, 10);

    expect(nextFreshnessChange(dates, day(0))).toEqual(day(5));
    expect(nextFreshnessChange(dates, day(5))).toEqual(day(10));
    expect(nextFreshnessChange(dates, day(10))).toBeNull();
  });
});
