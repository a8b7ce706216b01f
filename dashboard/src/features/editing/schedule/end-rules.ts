import { counted } from '../../../components/base/counted.ts';
import { exactTime } from '../../../components/base/time.tsx';
import { timeZone } from '../../fields/moment.ts';

const dayMs = 86_400_000;

/** Dates that the end must follow. */
export interface EndConstraints {
  /** The start date; null if the item is already live. */
  start: string | null;
  /** The date of its scheduled change. */
  change?: string | null | undefined;
}

/** Why an item cannot end then, or undefined. The service has the same rules. */
export function endErrorOf(
  end: string,
  { start, change }: EndConstraints,
  now = new Date(),
): string | undefined {
  const at = new Date(end);
  if (at <= now) return 'Choose a time in the future.';
  if (start !== null && at <= new Date(start)) return 'Choose a time after it goes live.';
  if (change != null && at <= new Date(change))
    return `Choose a time after the scheduled changes, ${exactTime(new Date(change))}.`;
  const lastDay = new Date(now);
  lastDay.setUTCFullYear(lastDay.getUTCFullYear() + 1);
  return at > lastDay ? 'Choose a time within one year.' : undefined;
}

/** `Readers see it for 5 days.`, from the start, or from now on if the item is live. */
export function durationText(start: string | null, end: string, now = new Date()): string {
  const from = start === null ? now : new Date(start);
  const days = Math.floor((new Date(end).getTime() - from.getTime()) / dayMs);
  return `Readers see it for ${days < 1 ? 'less than a day' : counted(days, 'day')}${start === null ? ' from now' : ''}.`;
}

/** A date in the time zone of the browser, and in UTC. */
export function zonesOf(moment: string | null): string {
  return `${timeZone(moment)}${moment === null ? '' : ` · ${moment.slice(0, 16).replace('T', ' ')} UTC`}`;
}
