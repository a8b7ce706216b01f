import type { Behind } from '../../../../src/delivery/purges/schema.ts';
import { useProjectMutation } from '../../api/project.ts';
import { SinceDialog } from '../../features/delivery/since-dialog.tsx';
import { behindWords } from './words.ts';

/** Tells a target again what changed since a moment, in one purge. */
export function ReplayTargetDialog({ targetId, onClose }: { targetId: string; onClose: () => void }) {
  const replay = useProjectMutation(['delivery'], (api, since: string) =>
    api.post<Behind>(`/purge-targets/${targetId}/replay`, { since }),
  );
  return (
    <SinceDialog
      onClose={onClose}
      title="Purge changes since"
      description="The receiver gets one purge with all that changed since then."
      action="Purge again"
      help="Changes of the last 30 days. From before that it is everything."
      run={async (since) => `Purged again: ${behindWords(await replay.mutateAsync(since)).toLowerCase()}`}
    />
  );
}
