import { describe, expect, it } from 'vitest';
import { lastBackupTime, chooseProjectToTest } from '../../../../src/transfer/backups/schedule.ts';

const settings = { hour: 2, intervalMs: null } as Parameters<typeof lastBackupTime>[0];
const at = (time: string) => new Date(`2026-11-29T${time}:00.000Z`);

describe('the time of the last daily backup', () => {
  it.each([
    ['02:00', '2026-11-29T02:00:00.000Z'],
    ['23:59', '2026-11-29T02:00:00.000Z'],
    ['01:59', '2026-11-28T02:00:00.000Z'],
  ])('at %s is %s', (now, since) => {
    expect(lastBackupTime(settings, at(now)).toISOString()).toBe(since);
  });

  it('is the start of an interval in tests', () => {
    const every = { ...settings, intervalMs: 60_000 };

    expect(lastBackupTime(every, new Date('2026-11-29T10:00:59.999Z'))).toEqual(at('10:00'));
  });
});

describe('the project whose backup is tested next', () => {
  const state = (_id: string, tested: string | null, last_at: Date | null = at('02:00')) => ({
    ...{ _id, last_at, tested_at: tested === null ? null : new Date(tested) },
  });

  it.each([
    ['the one tested longest ago', [state('a', '2026-11-28T03:00Z'), state('b', '2026-11-27T03:00Z')], 'b'],
    ['one that was never tested', [state('a', '2026-11-28T03:00Z'), state('b', null)], 'b'],
    ['none without a backup', [state('a', null, null)], null],
    ['none after a test today', [state('a', '2026-11-29T03:00Z'), state('b', null)], null],
    ['none without projects', [], null],
  ])('is %s', (_name, states, expected) => {
    expect(chooseProjectToTest(states, at('02:00'))).toBe(expected);
  });
});
