import { useState } from 'react';
import { limits } from '../../../../src/contract/limits.ts';
import type { Release } from '../../../../src/lifecycle/releases/schema.ts';
import { useProjectMutation } from '../../api/project.ts';
import { localTime } from '../../components/base/time.tsx';
import { CheckField, TextField } from '../../components/form/field.tsx';
import { useSubmit } from '../../components/form/form.tsx';
import { FormDialog } from '../../components/overlay/form-dialog.tsx';
import { toast } from '../../components/overlay/toast.tsx';
import { zonesOf } from '../../features/editing/schedule/end-rules.ts';
import { fromLocal, tomorrowAtNine, toLocal } from '../../features/fields/moment.ts';

interface PromoteAtDialogProps {
  release: Release;
  /** Whether the current date promotes the release even if the live one changes by then. */
  overwrites?: boolean;
  onClose: () => void;
}

/** Sets the date at which a release goes live, in the time zone of the browser. */
export function PromoteAtDialog({ release, overwrites = false, onClose }: PromoteAtDialogProps) {
  const { id, name, promote_at: current } = release;
  const [localDate, setLocalDate] = useState(() => toLocal(current ?? tomorrowAtNine()));
  const [isOverwriting, setOverwriting] = useState(overwrites);
  const at = localDate === '' ? null : fromLocal(localDate);
  const error = at === null ? undefined : errorOf(at);
  const schedule = useProjectMutation(['releases', 'content'], (api, promoteAt: string) =>
    api.patch<Release>(`/v1/releases/${id}`, {
      promote_at: promoteAt,
      if_diverged: isOverwriting ? 'warn' : 'refuse',
    }),
  );
  const submission = useSubmit(async () => {
    if (at === null) return;
    await schedule.mutateAsync(at);
    onClose();
    toast(`${name} goes live on ${localTime(new Date(at))}`);
  });
  return (
    <FormDialog
      onClose={onClose}
      title={`Promote ${name} at a date`}
      description="Readers see this release from that moment on, with the changes that are made until then."
      size="small"
      submission={submission}
      fields={['promote_at']}
      action="Set date"
      disabled={at === null || error !== undefined}
    >
      <TextField
        label="Date and time"
        name="promote_at"
        type="datetime-local"
        value={localDate}
        onChange={setLocalDate}
        error={error}
        help={zonesOf(at)}
        autoFocus
      />
      <CheckField
        label="Promote it even if the live release changes by then"
        help="Readers would lose those changes. Otherwise the promotion fails, and you can compare the two."
        checked={isOverwriting}
        onChange={setOverwriting}
      />
    </FormDialog>
  );
}

function errorOf(at: string, now = new Date()): string | undefined {
  const date = new Date(at);
  if (date <= now) return 'Choose a time in the future.';
  const last = new Date(now);
  last.setDate(last.getDate() + limits.published_at_days_ahead_max);
  return date > last ? 'Choose a time within the next year.' : undefined;
}
