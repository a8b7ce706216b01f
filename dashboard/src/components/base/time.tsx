import { useSyncExternalStore } from 'react';

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const full = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'long' });
const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' });
const parts = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
} as const;
const local = new Intl.DateTimeFormat('en', parts);
const moment = new Intl.DateTimeFormat('en', { ...parts, timeZoneName: 'short' });

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

function isNear(at: Date, now: Date): boolean {
  return Math.abs(at.getTime() - now.getTime()) < 45_000;
}

/** `3 hours ago`, `in 2 days`; further away than a month, the date. */
export function relativeTime(at: Date, now: Date): string {
  const seconds = (at.getTime() - now.getTime()) / 1_000;
  if (isNear(at, now)) return 'just now';
  if (Math.abs(seconds) > 30 * 86_400) return day.format(at);
  const [unit, size] = steps.find(([, length]) => Math.abs(seconds) >= length) ?? ['minute', 60];
  return relative.format(Math.round(seconds / size) || Math.sign(seconds), unit);
}

/** A date with its time and the time zone in which it is shown. */
export function exactTime(at: Date): string {
  return moment.format(at);
}

/** The same where the zone stands beside it. */
export function localTime(at: Date): string {
  return local.format(at);
}

let tick = new Date();
const watchers = new Set<() => void>();
setInterval(() => {
  tick = new Date();
  for (const tell of watchers) tell();
}, 30_000);

interface TimeProps {
  value: string;
  exact?: boolean;
  /** Something that is still to happen: it never reads as if it had. */
  isToCome?: boolean;
}

/** A moment in words that stay true; the exact one on hover. */
export function Time({ value, exact = false, isToCome = false }: TimeProps) {
  const now = useSyncExternalStore(
    (tell) => (watchers.add(tell), () => watchers.delete(tell)),
    () => tick,
  );
  const at = new Date(value);
  return (
    <time dateTime={value} title={full.format(at)}>
      {exact ? exactTime(at) : isToCome && isNear(at, now) ? 'soon' : relativeTime(at, now)}
    </time>
  );
}
