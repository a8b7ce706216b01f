/** A stored time in the form of browser inputs, in the local time zone: `2026-05-09T10:30`. */
export function toLocal(storedTime: string): string {
  const at = new Date(storedTime);
  if (Number.isNaN(at.getTime())) return '';
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The stored form of an input's value, in UTC. */
export function fromLocal(localTime: string): string {
  return new Date(localTime).toISOString();
}

/** The local time zone with its offset at a time: `Europe/Berlin (GMT+2)`. */
export function timeZone(at: string | null): string {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const moment = at === null || at === '' ? new Date() : new Date(at);
  const parts = new Intl.DateTimeFormat('en', { timeZoneName: 'shortOffset' }).formatToParts(
    Number.isNaN(moment.getTime()) ? new Date() : moment,
  );
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return offset === zone || offset === '' ? zone : `${zone} (${offset})`;
}

const day = new Intl.DateTimeFormat('en', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** A day such as `2026-03-04` in words, because browsers order day and month differently. */
export function dayInWords(storedTime: string): string {
  const at = new Date(`${storedTime}T00:00:00Z`);
  return Number.isNaN(at.getTime()) ? '' : day.format(at);
}

/** Tomorrow at nine in the time zone of the browser: the date that dialogs suggest. */
export function tomorrowAtNine(): string {
  const at = new Date();
  at.setDate(at.getDate() + 1);
  at.setHours(9, 0, 0, 0);
  return at.toISOString();
}
