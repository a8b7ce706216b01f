import type { ChangeList, ListedChange } from '../../../../src/dashboard/releases/schema.ts';
import { useProjectPages } from '../../api/pages.ts';

/** What promoting a release would change, page by page. The first page has the numbers of all changes. */
export function useReleaseChanges(releaseId: string, onlyConflicts = false) {
  const query = onlyConflicts ? { conflict: true } : {};
  return useProjectPages<ListedChange, Pick<ChangeList, 'meta'>>(
    'content',
    `/releases/${releaseId}/changes`,
    { query },
  );
}
