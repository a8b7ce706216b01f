import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Calendar } from '../../../../src/dashboard/api/schema.ts';
import type { Preview } from '../../../../src/dashboard/preview/schema.ts';
import { useProject, useProjectApi } from '../../api/project.ts';
import type { SiteSearch } from './site-search.ts';

/** Tokens are valid for an hour. */
const renewMs = 50 * 60_000;
/** A time has to stay this long before the site is opened at it. */
const settleMs = 300;
const dayMs = 24 * 60 * 60_000;
/** The days of one request for dates, and the days ahead of all. */
const [daysOfRequest, daysAhead] = [41, 366];

/** The token and the URL of the site at a time. */
export function usePreviewAt(search: SiteSearch) {
  const api = useProjectApi();
  const { id: projectId } = useProject();
  const { at, promoted, type, id, slug } = useSettled(search);
  return useQuery({
    queryKey: ['project', projectId, 'site', at ?? '', promoted ?? '', type ?? '', id ?? '', slug ?? ''],
    queryFn: () =>
      api.post<Preview>('/preview', {
        at: at ?? new Date().toISOString(),
        ...(promoted === undefined ? {} : { release: promoted }),
        ...(type === undefined || id === undefined
          ? {}
          : { item: { type, id, ...(slug === undefined ? {} : { slug }) } }),
      }),
    staleTime: renewMs,
    refetchInterval: renewMs,
    placeholderData: keepPreviousData,
  });
}

/** The last value that stayed for a moment, so that a slider opens the site once. */
function useSettled(search: SiteSearch): SiteSearch {
  const [settled, setSettled] = useState(search);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(search), settleMs);
    return () => clearTimeout(timer);
  }, [search]);
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
      for (let from = 0; from < daysAhead; from += daysOfRequest) {
        const until = Math.min(from + daysOfRequest, daysAhead);
        const [first, last] = [from, until].map((days) => new Date(now + days * dayMs).toISOString());
        const query = { from: first, until: last };
        for (const { at } of (await api.get<Calendar>('/calendar', query, signal)).data) all.add(at);
      }
      return [...all].sort();
    },
  });
  return dates.data ?? [];
}
