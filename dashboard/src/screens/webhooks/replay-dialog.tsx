import { useState } from 'react';
import { useProjectMutation } from '../../api/project.ts';
import { TextField } from '../../components/field.tsx';
import { useSubmit } from '../../components/form.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { toast } from '../../components/toast.tsx';

/** Sends again what happened since a moment; the receiver may see things twice, as it may always. */
export function ReplayDialog({ endpointId, onClose }: { endpointId: string; onClose: () => void }) {
  const [since, setSince] = useState(() => localValue(new Date(new Date().getTime() - 60 * 60_000)));
  const replay = useProjectMutation(['webhooks'], (api, at: string) =>
    api.post<{ queued: number; in_progress?: true }>(`/webhooks/${endpointId}/replay`, { since: at }),
  );
  const submission = useSubmit(async () => {
    const at = new Date(since);
    const { queued, in_progress: goesOn = false } = await replay.mutateAsync(
      Number.isNaN(at.getTime()) ? since : at.toISOString(),
    );
    toast(
      goesOn
        ? `${queued} deliveries queued so far. The others follow.`
        : queued === 0
          ? 'No events since then'
          : `${queued} ${queued === 1 ? 'delivery is' : 'deliveries are'} sent again`,
    );
    onClose();
  });
  return (
    <FormDialog
      onClose={onClose}
      size="small"
      title="Replay events since…"
      description="Galley delivers every event since then again. Each delivery keeps its ID."
      submission={submission}
      fields={['since']}
      action="Replay"
    >
      <TextField
        label={`Since (${Intl.DateTimeFormat().resolvedOptions().timeZone})`}
        name="since"
        type="datetime-local"
        value={since}
        onChange={setSince}
        help="At most 30 days back."
      />
    </FormDialog>
  );
}

/** A moment as `datetime-local` writes it: in the time zone of this machine. */
function localValue(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
