import { useProjectQuery } from '../../api/project.ts';

/** The properties of a content type that the shell shows. */
export interface ListedType {
  slug: string;
  name: string;
  kind: string;
}

/** The content types of the release; undefined until they are loaded. */
export function useListedTypes(): readonly ListedType[] | undefined {
  return useProjectQuery<{ data: ListedType[] }>('schema', '/v1/schema/content-types').data?.data;
}

/** A link to the list of a type's entries, or to the entry of a singleton. */
export function linkToType(projectId: string, { slug: type, kind }: ListedType) {
  return kind === 'singleton'
    ? ({
        to: '/p/$projectId/entries/$type/$entryId',
        params: { projectId, type, entryId: 'single' },
      } as const)
    : ({ to: '/p/$projectId/entries/$type', params: { projectId, type } } as const);
}
