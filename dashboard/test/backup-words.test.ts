import { describe, expect, it } from 'vitest';
import type { Backup } from '../../src/transfer/backups/schema.ts';
import { backupWords } from '../src/screens/settings/backup-words.ts';

const now = new Date(2026, 10, 26, 12); // a Thursday
const at = (day: number, hour = 2, minute = 4) => new Date(2026, 10, day, hour, minute).toISOString();
const backup = (more: Partial<Backup>): Backup => ({
  ...{ id: 'bkp_1', project: 'prj_1', at: at(26), rows: 1, files: 0, bytes: 9, encrypted: false },
  ...{ tested_at: null, test: null, ...more },
});

describe('the words about backups', () => {
  it.each<[string, Partial<Backup>[], string | null]>([
    ['none', [], null],
    ['one today', [{}], 'Last backup today at 2:04 AM. No restore has been tested yet.'],
    [
      'a test this week',
      [{}, { at: at(23), tested_at: at(23, 3), test: 'passed' }],
      'Last backup today at 2:04 AM. Restore tested on Monday.',
    ],
    [
      'a failed test',
      [{ at: at(25), tested_at: at(25, 3), test: 'failed' }],
      'Last backup yesterday at 2:04 AM. The last test of a restore failed yesterday.',
    ],
    [
      'old ones',
      [{ at: at(3), tested_at: at(2), test: 'passed' }],
      'Last backup on November 3, 2026 at 2:04 AM. Restore tested on November 2, 2026.',
    ],
    [
      'several tests',
      [
        { tested_at: at(25), test: 'passed' },
        { tested_at: at(26, 3), test: 'passed' },
      ],
      'Last backup today at 2:04 AM. Restore tested today.',
    ],
  ])('are right for %s', (_name, backups, words) => {
    expect(backupWords(backups.map(backup), now)).toBe(words);
  });
});
