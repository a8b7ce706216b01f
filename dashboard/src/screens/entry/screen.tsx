import { getRouteApi } from '@tanstack/react-router';
import type { ContentType } from '../../../../src/content-types/schema.ts';
import { useProject, useProjectQuery } from '../../api/project.ts';
import { ErrorState, Loading, QueryView } from '../../components/states.tsx';
import { useOpened } from '../../editing/opened.ts';
import { EntryEditor } from './editor.tsx';
import { entryService } from './service.ts';

const route = getRouteApi('/p/$projectId/entries/$type/$entryId');

export function EntryScreen() {
  const { type: slug, entryId } = route.useParams();
  const { id, releaseId } = useProject();
  const type = useProjectQuery<ContentType>('schema', `/v1/schema/content-types/${slug}`);
  const place = [id, releaseId ?? 'default', slug, entryId].join(':');
  const { opened, problem, retry } = useOpened(place, (api) => entryService(api, slug, entryId));
  if (problem !== null) return <ErrorState problem={problem} onRetry={retry} />;
  return (
    <QueryView query={type}>
      {(found) =>
        opened === null ? (
          <Loading rows={8} />
        ) : (
          <EntryEditor key={`${slug}/${entryId}`} type={found} entryId={entryId} opened={opened} />
        )
      }
    </QueryView>
  );
}
