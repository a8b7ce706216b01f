import { useMemo } from 'react';
import { type ProjectApi, useProjectApi } from '../../api/project.ts';
import type { EditedItem } from './item.ts';

/** The API in the release of an item, which can differ from the one that the member has open. */
export function useItemApi({ release }: Pick<EditedItem, 'release'>): ProjectApi {
  const openedApi = useProjectApi();
  const releaseId = release?.id;
  return useMemo(
    () => (releaseId === undefined ? openedApi : openedApi.inRelease(releaseId)),
    [openedApi, releaseId],
  );
}
