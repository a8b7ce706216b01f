import { dayMs } from '../../contract/time.ts';
import {
  isNearLimit,
  type UsageKind,
  usageKinds,
  usageLimits,
  type UsageLimits,
} from '../../contract/usage.ts';
import type { ProjectUsage, UsageDayRecord, UsageWarning } from './schema.ts';

const chartDays = 30;
const tableMonths = 13;

export function startOfDay(now: Date): Date {
  return new Date(Math.floor(now.getTime() / dayMs) * dayMs);
}

/** Returns the start of the month in UTC that is `back` months before the current one. */
export function startOfMonth(now: Date, back = 0): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1));
}

/** The first day that `daysOf` and `monthsOf` read. */
export function firstDay(now: Date): Date {
  return startOfMonth(now, tableMonths - 1);
}

/** Returns the last 30 days, the newest last. */
export function daysOf(days: readonly UsageDayRecord[], now: Date): ProjectUsage['days'] {
  const today = startOfDay(now).getTime();
  const recordsByDay = new Map(days.map((record) => [record.at.getTime(), record]));
  return Array.from({ length: chartDays }, (_, i) => {
    const at = today - (chartDays - 1 - i) * dayMs;
    const record = recordsByDay.get(at);
    return {
      day: new Date(at).toISOString().slice(0, 10),
      ...sumOf(record === undefined ? [] : [record]),
      storage_bytes: record === undefined ? null : storedBytes(record),
    };
  });
}

/** Returns the current month and the twelve before it, the newest first. */
export function monthsOf(days: readonly UsageDayRecord[], now: Date): ProjectUsage['months'] {
  return Array.from({ length: tableMonths }, (_, back) => {
    const month = startOfMonth(now, back).toISOString().slice(0, 7);
    return { month, ...sumOf(days.filter(({ at }) => at.toISOString().startsWith(month))) };
  });
}

/** Returns the newest day with a measurement. */
export function newestMeasured(days: readonly UsageDayRecord[]): UsageDayRecord | undefined {
  return days.findLast(({ storage }) => storage !== undefined);
}

/** Returns the limits that a project reached to 80 % or more this month. */
export function warningsOf(limits: UsageLimits, days: readonly UsageDayRecord[], now: Date): UsageWarning[] {
  return usedOf(limits, days, now).filter(({ used, max }) => isNearLimit(used, max));
}

/** Returns what a project uses of each of its limits. */
export function usedOf(limits: UsageLimits, days: readonly UsageDayRecord[], now: Date): UsageWarning[] {
  const monthStart = startOfMonth(now);
  const measuredDay = newestMeasured(days);
  const amounts = {
    storage_bytes: measuredDay === undefined ? 0 : (storedBytes(measuredDay) ?? 0),
    requests_per_month: sumOf(days.filter(({ at }) => at >= monthStart)).requests,
  };
  return usageLimits.flatMap((limit) => {
    const max = limits[limit];
    return max === undefined ? [] : [{ limit, used: amounts[limit], max }];
  });
}

function storedBytes({ storage }: UsageDayRecord): number | null {
  return storage === undefined ? null : storage.database_bytes + storage.file_bytes;
}

function sumOf(days: readonly UsageDayRecord[]): Record<UsageKind, number> {
  const total = { requests: 0, streams: 0, webhooks: 0 };
  for (const day of days) for (const kind of usageKinds) total[kind] += day[kind] ?? 0;
  return total;
}
