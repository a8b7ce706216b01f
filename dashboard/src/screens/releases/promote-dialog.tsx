import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Release } from '../../../../src/lifecycle/releases/schema.ts';
import { useProjectApi, useProjectMutation, useRefresh } from '../../api/project.ts';
import { counted } from '../../components/base/counted.ts';
import { CheckField } from '../../components/form/field.tsx';
import { useSubmit } from '../../components/form/form.tsx';
import { FormDialog } from '../../components/overlay/form-dialog.tsx';
import { QueryView } from '../../components/layout/states.tsx';
import { toast, toastError } from '../../components/overlay/toast.tsx';
import { useReleaseChanges } from './changes-query.ts';
import { conflictsIn, DiffSummary } from './diff-summary.tsx';
import { useReleases } from './releases-query.ts';

const changedModules = ['releases', 'content', 'schema'] as const;

interface Promotion {
  id: string;
  /** `refuse` rejects the promotion if the default release has changes that the release lacks. */
  if_diverged: 'warn' | 'refuse';
}

/**
 * Promotes a release. If the default release has changed since, the person must accept that these changes are lost.
 * The service rejects the promotion if it changes again after the dialog opens.
 */
export function PromoteDialog({ release, onClose }: { release: Release; onClose: () => void }) {
  const changes = useReleaseChanges(release.id);
  const summary = changes.first?.meta.summary;
  const navigate = useNavigate();
  const api = useProjectApi();
  const refresh = useRefresh();
  const [isAccepted, setAccepted] = useState(false);
  const previous = useReleases().data?.data.find((candidate) => candidate.default);
  const promote = useProjectMutation(changedModules, (projectApi, { id, if_diverged }: Promotion) =>
    projectApi.post<Release>(`/v1/releases/${id}/promote`, { if_diverged }),
  );
  const conflicts = summary === undefined ? { readers: 0, drafts: 0 } : conflictsIn(summary);
  const hasConflicts = conflicts.readers + conflicts.drafts > 0;
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
      disabled={summary === undefined || (hasConflicts && !isAccepted)}
      focus="action"
    >
      <QueryView
        query={{
          data: summary,
          isError: changes.error !== null,
          error: changes.error,
          refetch: changes.retry,
        }}
      >
        {(counts) => (
          <>
            <DiffSummary summary={counts} />
            {hasConflicts ? (
              <div className="conflict-note">
                {conflicts.readers === 0 ? null : (
                  <p>
                    {counted(conflicts.readers, 'item')} also changed in the live release. This release does
                    not have those changes, and readers would lose them.
                  </p>
                )}
                {conflicts.drafts === 0 ? null : (
                  <p>
                    {counted(conflicts.drafts, 'draft')} also changed in the live release. Readers notice
                    nothing: those changes stay in {previous?.name ?? 'that release'}.
                  </p>
                )}
                <CheckField
                  label={
                    conflicts.readers === 0 ? 'Promote without those changes' : 'Overwrite those changes'
                  }
                  checked={isAccepted}
                  onChange={setAccepted}
                />
              </div>
            ) : null}
          </>
        )}
      </QueryView>
    </FormDialog>
  );
}
