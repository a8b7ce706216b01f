import { useSyncExternalStore } from 'react';

const relativeFormat = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const fullFormat = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'long' });
const dateFormat = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' });
const parts = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
} as const;
const dateTimeFormat = new Intl.DateTimeFormat('en', parts);
const zonedFormat = new Intl.DateTimeFormat('en', { ...parts, timeZoneName: 'short' });

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

function isNear(at: Date, now: Date): boolean {
  return Math.abs(at.getTime() - now.getTime()) < 45_000;
}

/** `3 hours ago`, `in 2 days`; the date if it is more than 30 days away. */
export function relativeTime(at: Date, now: Date): string {
  const seconds = (at.getTime() - now.getTime()) / 1_000;
  if (isNear(at, now)) return 'just now';
  if (Math.abs(seconds) > 30 * 86_400) return dateFormat.format(at);
  const [unit, size] = steps.find(([, length]) => Math.abs(seconds) >= length) ?? ['minute', 60];
  return relativeFormat.format(Math.round(seconds / size) || Math.sign(seconds), unit);
}

/** The date and time with the time zone. */
export function exactTime(at: Date): string {
  return zonedFormat.format(at);
}

/** The date and time, for screens that show the time zone separately. */
export function localTime(at: Date): string {
  return dateTimeFormat.format(at);
}

let currentTime = new Date();
const listeners = new Set<() => void>();
setInterval(() => {
  currentTime = new Date();
  for (const listener of listeners) listener();
}, 30_000);

interface TimeProps {
  value: string;
  exact?: boolean;
  /** The event is in the future: a time within 45 seconds shows as `soon`, never as `just now`. */
  isUpcoming?: boolean;
}

/** A relative time that updates every 30 seconds, with the exact time on hover. */
export function Time({ value, exact = false, isUpcoming = false }: TimeProps) {
  const now = useSyncExternalStore(
    (listener) => (listeners.add(listener), () => listeners.delete(listener)),
    () => currentTime,
  );
  const at = new Date(value);
  return (
    <time dateTime={value} title={fullFormat.format(at)}>
      {exact ? exactTime(at) : isUpcoming && isNear(at, now) ? 'soon' : relativeTime(at, now)}
    </time>
  );
}
