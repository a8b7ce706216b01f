import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Preview } from '../../../../src/dashboard/preview/schema.ts';
import { useProject, useProjectApi } from '../../api/project.ts';
import { useSettled } from '../../features/live/time/coming-dates.ts';
import type { SiteSearch } from './site-search.ts';

/** Tokens are valid for an hour. */
const renewMs = 50 * 60_000;

/** The token and the URL of the site at a time. */
export function usePreviewAt(search: SiteSearch) {
  const api = useProjectApi();
  const { id: projectId } = useProject();
  const { at, promoted, type, id, slug, locale } = useSettled(search);
  return useQuery({
    queryKey: [
      'project',
      projectId,
      'site',
      ...[at, promoted, type, id, slug, locale].map((key) => key ?? ''),
    ],
    queryFn: () =>
      api.post<Preview>('/preview', {
        at: at ?? new Date().toISOString(),
        ...(promoted === undefined ? {} : { release: promoted }),
        ...(type === undefined || id === undefined
          ? {}
          : {
              item: {
                type,
                id,
                ...(slug === undefined ? {} : { slug }),
                ...(locale === undefined ? {} : { locale }),
              },
            }),
      }),
    staleTime: renewMs,
    refetchInterval: renewMs,
    placeholderData: keepPreviousData,
  });
}
