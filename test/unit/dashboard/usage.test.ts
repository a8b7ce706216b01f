import { describe, expect, it } from 'vitest';
import { isNearLimit } from '../../../src/contract/usage.ts';
import { daysOf, monthsOf, usedOf, warningsOf } from '../../../src/dashboard/usage/figures.ts';
import type { UsageDayRecord } from '../../../src/dashboard/usage/schema.ts';

const day = (date: string, figures: Partial<UsageDayRecord>): UsageDayRecord => ({
  _id: `prj/${date}`,
  project_id: 'prj',
  at: new Date(`${date}T00:00:00Z`),
  ...figures,
});
const measured = (bytes: number) => ({
  measured_at: new Date(),
  ...{ rows: 1, files: 1, database_bytes: bytes, file_bytes: 5 },
});

describe('isNearLimit', () => {
  it.each([
    [28, 35, true],
    [27, 35, false],
    [8, 10, true],
    [7, 10, false],
    [1, 1, true],
    [0, 1, false],
    [8e14, 1e15, true],
    [8e14 - 1, 1e15, false],
  ])('of %d of %d is %s', (used, max, isNear) => {
    expect(isNearLimit(used, max)).toBe(isNear);
  });
});

describe('the figures', () => {
  it('start a month at midnight UTC, also after February 29 and in a new year', () => {
    const days = [
      day('2027-12-31', { requests: 1 }),
      day('2028-01-01', { requests: 2, streams: 7 }),
      day('2028-02-29', { requests: 4 }),
      day('2028-03-01', { requests: 8 }),
    ];

    const months = monthsOf(days, new Date('2028-03-31T23:59:59.999Z'));

    expect(months.slice(0, 4).map(({ month, requests }) => [month, requests])).toEqual([
      ['2028-03', 8],
      ['2028-02', 4],
      ['2028-01', 2],
      ['2027-12', 1],
    ]);
    expect(months.at(-1)?.month).toBe('2027-03');
    expect(months[2]?.streams).toBe(7);
  });

  it('contain each of the last 30 days, and no storage for a day without a measurement', () => {
    const days = daysOf(
      [day('2028-02-29', { requests: 3 }), day('2028-03-01', { storage: measured(10) })],
      new Date('2028-03-01T12:00:00Z'),
    );

    expect(days).toHaveLength(30);
    expect(days[0]?.day).toBe('2028-02-01');
    expect(days.slice(-2)).toEqual([
      { day: '2028-02-29', requests: 3, streams: 0, webhooks: 0, storage_bytes: null },
      { day: '2028-03-01', requests: 0, streams: 0, webhooks: 0, storage_bytes: 15 },
    ]);
  });

  it('compare the last measurement and the requests of this month with the limits', () => {
    const days = [
      day('2028-02-28', { requests: 90, storage: measured(100) }),
      day('2028-02-29', { requests: 90, storage: measured(75) }),
      day('2028-03-01', { requests: 79 }),
    ];
    const now = new Date('2028-03-01T12:00:00Z');

    expect(usedOf({ storage_bytes: 100, requests_per_month: 100 }, days, now)).toEqual([
      { limit: 'storage_bytes', used: 80, max: 100 },
      { limit: 'requests_per_month', used: 79, max: 100 },
    ]);
    expect(warningsOf({ storage_bytes: 100, requests_per_month: 100 }, days, now)).toHaveLength(1);
    expect(warningsOf({}, days, now)).toEqual([]);
  });
});
