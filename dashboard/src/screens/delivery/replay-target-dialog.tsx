import { useState } from 'react';
import type { Behind } from '../../../../src/purges/schema.ts';
import { useProjectMutation } from '../../api/project.ts';
import { TextField } from '../../components/field.tsx';
import { useSubmit } from '../../components/form.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { toast } from '../../components/toast.tsx';
import { behindWords } from './words.ts';

/** Tells a target again what changed since a moment, in one purge. */
export function ReplayTargetDialog({ targetId, onClose }: { targetId: string; onClose: () => void }) {
  const [since, setSince] = useState(() => localValue(new Date(new Date().getTime() - 60 * 60_000)));
  const replay = useProjectMutation(['delivery'], (api, at: string) =>
    api.post<Behind>(`/purge-targets/${targetId}/replay`, { since: at }),
  );
  const submission = useSubmit(async () => {
    const at = new Date(since);
    const behind = await replay.mutateAsync(Number.isNaN(at.getTime()) ? since : at.toISOString());
    toast(`Purged again: ${behindWords(behind).toLowerCase()}`);
    onClose();
  });
  return (
    <FormDialog
      onClose={onClose}
      title="Purge changes since"
      description="The receiver gets one purge with all that changed since then."
      size="small"
      submission={submission}
      fields={['since']}
      action="Purge again"
    >
      <TextField
        label="Since"
        name="since"
        type="datetime-local"
        value={since}
        onChange={setSince}
        help="Changes of the last 30 days. From before that it is everything."
        autoFocus
      />
    </FormDialog>
  );
}

/** A moment as the browser's field for moments takes it, in local time. */
function localValue(at: Date): string {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
