import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { dayMs } from '../../../../../src/contract/time.ts';
import type { Calendar } from '../../../../../src/dashboard/api/schema.ts';
import { useProject, useProjectApi } from '../../../api/project.ts';

/** The time that the site shows, and the release that counts as promoted by then. */
export interface PreviewTime {
  /** Omitted for now. */
  at?: string;
  promoted?: string;
}

/** Milliseconds that a time must stay selected before the site opens at it. */
const settleMs = 300;
/** Days that one request for dates covers, and days that all requests cover. */
const [daysPerRequest, daysAhead] = [41, 366];

/** The last value that stayed for a moment, so that a slider opens the site once. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settleMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** The dates of the calendar in the year ahead, in order. */
export function useComingDates(): readonly string[] {
  const api = useProjectApi();
  const { id: projectId, releaseId } = useProject();
  const dates = useQuery({
    queryKey: ['project', projectId, 'content', releaseId, 'coming-dates'],
    queryFn: async ({ signal }) => {
      const now = new Date().getTime();
      const all = new Set<string>();
      for (let from = 0; from < daysAhead; from += daysPerRequest) {
        const until = Math.min(from + daysPerRequest, daysAhead);
        const [first, last] = [from, until].map((days) => new Date(now + days * dayMs).toISOString());
        const query = { from: first, until: last };
        for (const { at } of (await api.get<Calendar>('/calendar', query, signal)).data) all.add(at);
      }
      return [...all].sort();
    },
  });
  return dates.data ?? [];
}
