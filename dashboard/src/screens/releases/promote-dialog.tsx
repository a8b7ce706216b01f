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

const changedModules = ['releases', 'content', 'schema'] as const;

interface Promotion {
  id: string;
  /** `refuse` rejects the promotion if the default release has changes that the release lacks. */
  if_diverged: 'warn' | 'refuse';
}

function conflictCount({ summary: { types, blocks, entries } }: ReleaseDiff): number {
  return types.conflicts + (blocks?.conflicts ?? 0) + entries.conflicts;
}

/**
 * Promotes a release. If the default release has changed since, the person must accept that these changes are lost.
 * The service rejects the promotion if it changes again after the question.
 */
export function PromoteDialog({ release, onClose }: { release: Release; onClose: () => void }) {
  const diff = useProjectQuery<ReleaseDiff>('content', `/v1/releases/${release.id}/diff`);
  const navigate = useNavigate();
  const api = useProjectApi();
  const refresh = useRefresh();
  const [isAccepted, setAccepted] = useState(false);
  const previous = useReleases().data?.data.find((candidate) => candidate.default);
  const promote = useProjectMutation(changedModules, (endpoints, { id, if_diverged }: Promotion) =>
    endpoints.post<Release>(`/v1/releases/${id}/promote`, { if_diverged }),
  );
  const conflicts = diff.data === undefined ? 0 : conflictCount(diff.data);
  const submission = useSubmit(async () => {
    await promote.mutateAsync({ id: release.id, if_diverged: isAccepted ? 'warn' : 'refuse' });
    onClose();
    const promotePrevious = async ({ id, name }: Release) => {
      await api.post<Release>(`/v1/releases/${id}/promote`, {});
      await refresh(...changedModules);
      toast(`${name} is live again`);
    };
    toast(
      `${release.name} is live`,
      previous === undefined
        ? null
        : { label: 'Go back', run: () => void promotePrevious(previous).catch(toastError) },
    );
    await navigate({ to: '.', search: (before: object) => ({ ...before, release: undefined }) });
  });
  return (
    <FormDialog
      onClose={onClose}
      title={`Promote ${release.name}?`}
      description="Goes live immediately. The current release is kept, and you can promote it again."
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
