import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Release, ReleaseDiff } from '../../../../src/lifecycle/releases/schema.ts';
import { useProjectApi, useProjectMutation, useProjectQuery, useRefresh } from '../../api/project.ts';
import { counted } from '../../components/base/counted.ts';
import { CheckField } from '../../components/form/field.tsx';
import { useSubmit } from '../../components/form/form.tsx';
import { FormDialog } from '../../components/overlay/form-dialog.tsx';
import { QueryView } from '../../components/layout/states.tsx';
import { toast, toastError } from '../../components/overlay/toast.tsx';
import { DiffSummary } from './diff-summary.tsx';
import { useReleases } from './releases-query.ts';

const changed = ['releases', 'content', 'schema'] as const;

interface Promotion {
  id: string;
  /** Whether changes of the default that the release has not are left behind. */
  if_diverged: 'warn' | 'refuse';
}

/**
 * Makes a release the one that readers get. Where the default changed meanwhile, it says so, and promotes only when a
 * person accepts that those changes are left behind; what changes after that question is refused by the service.
 */
export function PromoteDialog({ release, onClose }: { release: Release; onClose: () => void }) {
  const diff = useProjectQuery<ReleaseDiff>('content', `/v1/releases/${release.id}/diff`);
  const navigate = useNavigate();
  const api = useProjectApi();
  const refresh = useRefresh();
  const [isAccepted, setAccepted] = useState(false);
  const previous = useReleases().data?.data.find((other) => other.default);
  const promote = useProjectMutation(changed, (endpoints, { id, if_diverged }: Promotion) =>
    endpoints.post<Release>(`/v1/releases/${id}/promote`, { if_diverged }),
  );
  const conflicts =
    diff.data === undefined ? 0 : diff.data.summary.types.conflicts + diff.data.summary.entries.conflicts;
  const submission = useSubmit(async () => {
    await promote.mutateAsync({ id: release.id, if_diverged: isAccepted ? 'warn' : 'refuse' });
    onClose();
    const goBack = async ({ id, name }: Release) => {
      await api.post<Release>(`/v1/releases/${id}/promote`, {});
      await refresh(...changed);
      toast(`${name} is live again`);
    };
    toast(
      `${release.name} is live`,
      previous === undefined
        ? null
        : { label: 'Go back', run: () => void goBack(previous).catch(toastError) },
    );
    await navigate({ to: '.', search: (before: object) => ({ ...before, release: undefined }) });
  });
  return (
    <FormDialog
      onClose={onClose}
      title={`Promote ${release.name}?`}
      description="Readers see it from the next request on. The current release is kept, and you can promote it again."
      submission={submission}
      fields={[]}
      action="Promote"
      disabled={!diff.isSuccess || (conflicts > 0 && !isAccepted)}
      focus="action"
    >
      <QueryView query={diff}>
        {({ summary }) => (
          <>
            <DiffSummary summary={summary} />
            {conflicts === 0 ? null : (
              <div className="conflict-note">
                <p>
                  {counted(conflicts, 'item')} also changed in the live release. This release does not have
                  those changes, and readers would lose them.
                </p>
                <CheckField label="Overwrite those changes" checked={isAccepted} onChange={setAccepted} />
              </div>
            )}
          </>
        )}
      </QueryView>
    </FormDialog>
  );
}
