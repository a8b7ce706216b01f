import { useProjectQuery } from '../../api/project.ts';

/** As much of a content type as the shell shows of it. */
export interface ListedType {
  slug: string;
  name: string;
  kind: string;
}

/** The content types of the release; undefined until they are there. */
export function useListedTypes(): readonly ListedType[] | undefined {
  return useProjectQuery<{ data: ListedType[] }>('schema', '/v1/schema/content-types').data?.data;
}

/** Where the content of a type is: the list of its entries, or the one page that there is. */
export function linkToType(projectId: string, { slug: type, kind }: ListedType) {
  return kind === 'singleton'
    ? ({
        to: '/p/$projectId/entries/$type/$entryId',
        params: { projectId, type, entryId: 'single' },
      } as const)
    : ({ to: '/p/$projectId/entries/$type', params: { projectId, type } } as const);
}
