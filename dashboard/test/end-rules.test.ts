import { describe, expect, it } from 'vitest';
import { endErrorOf, durationText } from '../src/features/editing/schedule/end-rules.ts';

const now = new Date('2027-03-01T12:00:00.000Z');
const start = '2027-03-05T09:00:00.000Z';
const change = '2027-03-06T09:00:00.000Z';

describe('an end that is chosen', () => {
  it.each([
    ['2027-03-01T12:00:00.000Z', {}, 'Choose a time in the future.'],
    ['2027-03-01T12:00:00.001Z', {}, undefined],
    ['2027-03-05T09:00:00.000Z', { start }, 'Choose a time after it goes live.'],
    ['2027-03-05T09:00:00.001Z', { start }, undefined],
    ['2027-03-06T09:00:00.000Z', { change }, expect.stringContaining('after the scheduled changes')],
    ['2027-03-06T09:00:00.001Z', { change }, undefined],
    ['2028-03-01T12:00:00.000Z', {}, undefined],
    ['2028-03-01T12:00:00.001Z', {}, 'Choose a time within one year.'],
  ])('%s beside %o: %s', (end, beside, error) => {
    expect(endErrorOf(end, { start: null, ...beside }, now)).toEqual(error);
  });

  it.each([
    [start, '2027-03-10T09:00:00.000Z', 'Readers see it for 5 days.'],
    [start, '2027-03-06T09:00:00.000Z', 'Readers see it for 1 day.'],
    [start, '2027-03-06T08:59:00.000Z', 'Readers see it for less than a day.'],
    [null, '2027-03-04T18:00:00.000Z', 'Readers see it for 3 days from now.'],
  ])('from %s to %s: %s', (from, end, words) => {
    expect(durationText(from, end, now)).toBe(words);
  });
});
