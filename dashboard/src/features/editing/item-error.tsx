import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ApiError } from '../../api/errors/api-error.ts';
import { useProject } from '../../api/project.ts';
import { useSession } from '../../api/session.ts';
import { ErrorState, NotFound } from '../../components/layout/states.tsx';
import { readUnsavedDrafts } from './draft/draft-copies.ts';

/** Why an item could not be loaded. A deleted item can have unsaved text on this device. */
export function ItemError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isGone = error instanceof ApiError && error.status === 404;
  return isGone ? (
    <NotFound isScreen>
      <UnsavedLink />
    </NotFound>
  ) : (
    <ErrorState error={error} onRetry={onRetry} />
  );
}

function UnsavedLink() {
  const { id: projectId } = useProject();
  const user = useSession()?.user?.id;
  const { data: drafts = [] } = useQuery({
    queryKey: ['unsaved', user],
    queryFn: () => readUnsavedDrafts(user),
    gcTime: 0,
  });
  if (drafts.length === 0) return null;
  return (
    <p>
      This device has unsaved text.{' '}
      <Link to="/p/$projectId/unsaved" params={{ projectId }}>
        Open unsaved text
      </Link>
    </p>
  );
}
