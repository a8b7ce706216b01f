/** A stored moment as inputs of this browser take it: `2026-05-09T10:30`, in its own time zone. */
export function toLocal(stored: string): string {
  const at = new Date(stored);
  if (Number.isNaN(at.getTime())) return '';
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** What an input holds, as it is stored: in UTC. */
export function fromLocal(typed: string): string {
  return new Date(typed).toISOString();
}

/** The zone in which times are shown and typed here, with its offset at that moment: `Europe/Berlin (GMT+2)`. */
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

/** `2026-03-04` as the rest of the desk writes days, since browsers order day and month each in their own way. */
export function dayInWords(stored: string): string {
  const at = new Date(`${stored}T00:00:00Z`);
  return Number.isNaN(at.getTime()) ? '' : day.format(at);
}
