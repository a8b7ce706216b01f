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
  /** The release, and the live one beside it. */
  release: string;
  live: string;
}

/** Field by field: what readers see of an entry now, and what they would see after the promotion. */
export function EntryDifference({ type, id, release, live }: EntryDifferenceProps) {
  const api = useProjectApi();
  const { id: projectId } = useProject();
  const found = useQuery({
    queryKey: ['project', projectId, 'content', 'release-difference', release, live, type, id],
    queryFn: async ({ signal }) => {
      const entryIn = (place: string) =>
        api.get<EditorEntry>(`/content/${type}/entries/${id}`, { release: place }, signal).catch(missing);
      const fieldsIn = (place: string) =>
        api.get<ContentType>(`/v1/schema/content-types/${type}`, { release: place }, signal).catch(missing);
      const definitionsIn = async (place: string) => {
        const { data } = await api.get<{ data: BlockDefinition[] }>(blocksPath, { release: place }, signal);
        return data.map((one) => [one.slug, one] as const);
      };
      const [before, after, old, now] = await Promise.all([
        entryIn(live),
        entryIn(release),
        fieldsIn(live),
        fieldsIn(release),
      ]);
      const fields = new Map([...(old?.fields ?? []), ...(now?.fields ?? [])].map((one) => [one.key, one]));
      const hasBlocks = [...fields.values()].some(({ type: of }) => of === 'blocks');
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
    <QueryView query={found} loading={<Loading rows={2} />}>
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

/** What one of the two releases does not have is nothing there. */
function missing(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null;
  throw error;
}
