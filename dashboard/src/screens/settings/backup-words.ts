import { dayMs } from '../../../../src/contract/time.ts';
import type { Backup } from '../../../../src/transfer/backups/schema.ts';

const time = new Intl.DateTimeFormat('en', { hour: 'numeric', minute: '2-digit' });
const weekday = new Intl.DateTimeFormat('en', { weekday: 'long' });
const date = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', year: 'numeric' });

/** When the project was last backed up, and when a restore was last tested; null without backups. */
export function backupWords(backups: readonly Backup[], now: Date): string | null {
  const [newest] = backups;
  if (newest === undefined) return null;
  const at = new Date(newest.at);
  const last = `Last backup ${dayWords(at, now)} at ${time.format(at)}.`;
  const tests = backups.filter(({ tested_at }) => tested_at !== null);
  const tested = tests.toSorted((a, b) => (String(a.tested_at) < String(b.tested_at) ? 1 : -1))[0];
  if (tested === undefined) return `${last} No restore has been tested yet.`;
  const day = dayWords(new Date(tested.tested_at ?? ''), now);
  return tested.test === 'passed'
    ? `${last} Restore tested ${day}.`
    : `${last} The last test of a restore failed ${day}.`;
}

/** `today`, `yesterday`, `on Monday`, `on November 3, 2026`, in the time zone of the browser. */
function dayWords(at: Date, now: Date): string {
  const days = Math.round((startOfDay(now) - startOfDay(at)) / dayMs);
  if (days <= 0) return 'today';
  if (days === 1) return 'yesterday';
  return days < 7 ? `on ${weekday.format(at)}` : `on ${date.format(at)}`;
}

function startOfDay(at: Date): number {
  return new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();
}
