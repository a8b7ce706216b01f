import { useQuery } from '@tanstack/react-query';
import type { BlockDefinition } from '../../../../src/content/types/blocks/schema.ts';
import type { ContentType } from '../../../../src/content/types/schema.ts';
import type { EditorEntry } from '../../../../src/content/entries/editor/editor-schema.ts';
import { ApiError } from '../../api/errors/api-error.ts';
import { useProject, useProjectApi } from '../../api/project.ts';
import { blocksPath } from '../../features/blocks/outline/definitions.ts';
import { Loading, QueryView } from '../../components/layout/states.tsx';
import { DifferenceView } from '../../features/editing/difference/difference-view.tsx';
import { fieldDifferences } from '../../features/editing/difference/field-difference.ts';

interface EntryDifferenceProps {
  type: string;
  id: string;
  /** The ids of the release and the default release. */
  release: string;
  live: string;
}

/** The differences between the live values of an entry now and after the promotion. */
export function EntryDifference({ type, id, release, live }: EntryDifferenceProps) {
  const api = useProjectApi();
  const { id: projectId } = useProject();
  const difference = useQuery({
    queryKey: ['project', projectId, 'content', 'release-difference', release, live, type, id],
    queryFn: async ({ signal }) => {
      const entryIn = (releaseId: string) =>
        api
          .get<EditorEntry>(`/content/${type}/entries/${id}`, { release: releaseId }, signal)
          .catch(nullIfMissing);
      const fieldsIn = (releaseId: string) =>
        api
          .get<ContentType>(`/v1/schema/content-types/${type}`, { release: releaseId }, signal)
          .catch(nullIfMissing);
      const definitionsIn = async (releaseId: string) => {
        const { data } = await api.get<{ data: BlockDefinition[] }>(
          blocksPath,
          { release: releaseId },
          signal,
        );
        return data.map((definition) => [definition.slug, definition] as const);
      };
      const [before, after, liveType, releaseType] = await Promise.all([
        entryIn(live),
        entryIn(release),
        fieldsIn(live),
        fieldsIn(release),
      ]);
      const fields = new Map(
        [...(liveType?.fields ?? []), ...(releaseType?.fields ?? [])].map((field) => [field.key, field]),
      );
      const hasBlocks = [...fields.values()].some(({ type: fieldType }) => fieldType === 'blocks');
      const definitions = hasBlocks ? await Promise.all([live, release].map(definitionsIn)) : [];
      const targets = { ...before?.targets, ...after?.targets };
      const nameOf = (target: string) => targets[target]?.title ?? target;
      return fieldDifferences([...fields.values()], before?.live ?? {}, after?.live ?? {}, {
        nameOf,
        definitions: new Map(definitions.flat()),
      });
    },
  });
  return (
    <QueryView query={difference} loading={<Loading rows={2} />}>
      {(differences) =>
        differences.length === 0 ? (
          <p className="muted">The values that readers see are the same. Only drafts or dates differ.</p>
        ) : (
          <DifferenceView differences={differences} />
        )
      }
    </QueryView>
  );
}

/** Returns null if the item does not exist in the release. */
function nullIfMissing(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null;
  throw error;
}
