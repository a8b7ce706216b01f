import { useProjectMutation } from '../../api/project.ts';
import { SinceDialog } from '../../features/delivery/since-dialog.tsx';

interface Queued {
  queued: number;
  in_progress?: true;
}

/** Sends an endpoint again every event since a moment. */
export function ReplayDialog({ endpointId, onClose }: { endpointId: string; onClose: () => void }) {
  const replay = useProjectMutation(['webhooks'], (api, since: string) =>
    api.post<Queued>(`/webhooks/${endpointId}/replay`, { since }),
  );
  return (
    <SinceDialog
      onClose={onClose}
      title="Replay events since…"
      description="Galley delivers every event since then again. Each delivery keeps its ID."
      action="Replay"
      help="At most 30 days back."
      run={async (since) => queuedWords(await replay.mutateAsync(since))}
    />
  );
}

function queuedWords({ queued, in_progress: goesOn }: Queued): string {
  if (goesOn === true) return `${queued} deliveries queued so far. The others follow.`;
  if (queued === 0) return 'No events since then';
  return `${queued} ${queued === 1 ? 'delivery is' : 'deliveries are'} sent again`;
}
