import { getRouteApi } from '@tanstack/react-router';
import type { ContentType } from '../../../../src/content-types/schema.ts';
import { useProjectQuery } from '../../api/project.ts';
import { ErrorState, Loading, QueryView } from '../../components/states.tsx';
import { EntryEditor } from './editor.tsx';
import { useOpened } from './opened.ts';
import './entry.css';

const route = getRouteApi('/p/$projectId/entries/$type/$entryId');

export function EntryScreen() {
  const { type: slug, entryId } = route.useParams();
  const type = useProjectQuery<ContentType>('schema', `/v1/schema/content-types/${slug}`);
  const { opened, problem, retry } = useOpened(slug, entryId);
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
