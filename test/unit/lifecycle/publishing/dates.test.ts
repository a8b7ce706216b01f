import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../src/contract/errors/api-error.ts';
import { parseTime } from '../../../../src/contract/time.ts';
import { readPublishedAt } from '../../../../src/lifecycle/publishing/dates.ts';

describe('a written time', () => {
  it.each([
    ['2026-11-20T09:30:00Z', '2026-11-20T09:30:00.000Z'],
    ['2026-11-20T09:30:00.5Z', '2026-11-20T09:30:00.500Z'],
    ['2026-11-20T09:30:00.123456789Z', '2026-11-20T09:30:00.123Z'],
    ['2026-11-20T09:30:00+02:00', '2026-11-20T07:30:00.000Z'],
    ['2026-11-20T09:30:00-05:30', '2026-11-20T15:00:00.000Z'],
    ['2026-11-20t09:30:00z', '2026-11-20T09:30:00.000Z'],
    ['2026-11-20 09:30:00Z', '2026-11-20T09:30:00.000Z'],
    ['2026-11-20T09:30Z', '2026-11-20T09:30:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['0000-01-01', '0000-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('%s is %s', (text, time) => {
    expect(parseTime(text)?.toISOString()).toBe(time);
  });

  it.each(['2026-11-20T09:30:00', '2026-11-20T09:30'])('without an offset is UTC: %s', (text) => {
    expect(parseTime(text)?.toISOString()).toBe('2026-11-20T09:30:00.000Z');
  });

  it.each([
    '',
    'tomorrow',
    '2026-02-30',
    '2025-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-1-2',
    '20261120',
    '2026-11-20T25:00:00Z',
    '2026-11-20T24:00:00Z',
    '2026-11-20T09:60:00Z',
    '2026-11-20T09:30:00+2:00',
    '2026-11-20T09:30:00+25:00',
    '2026-11-20T',
    '2026-11-20Z',
    ' 2026-11-20',
    '2026-11-20\n',
    '+12026-11-20',
    '0000-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
    '1784540000',
  ])('is not %j', (text) => {
    expect(parseTime(text)).toBeNull();
  });
});

describe('a publish date', () => {
  const now = new Date('2026-11-20T09:30:00Z');

  function codeOf(value: unknown): string | null {
    try {
      readPublishedAt(value, now);
      return null;
    } catch (error) {
      if (error instanceof ApiError) return error.code;
      throw error;
    }
  }

  it.each([
    ['1990-01-01', null],
    ['1990-01-01T00:00:00Z', null],
    ['2026-11-20T09:30:00Z', null],
    ['2027-11-20T09:30:00Z', null],
    ['1989-12-31T23:59:59Z', 'invalid_published_at'],
    ['1990-01-01T00:00:00+01:00', 'invalid_published_at'],
    ['soon', 'invalid_published_at'],
    ['', 'invalid_published_at'],
    [20261120, 'invalid_published_at'],
    [true, 'invalid_published_at'],
    [{}, 'invalid_published_at'],
    ['2027-11-20T09:30:01Z', 'published_at_too_far_ahead'],
    ['9999-12-31', 'published_at_too_far_ahead'],
  ])('%j: %s', (value, code) => {
    expect(codeOf(value)).toBe(code);
  });
});
