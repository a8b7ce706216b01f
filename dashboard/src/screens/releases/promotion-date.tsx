import { useState } from 'react';
import type { Promotion } from '../../../../src/dashboard/releases/schema.ts';
import type { Release } from '../../../../src/lifecycle/releases/schema.ts';
import { useProjectMutation, useProjectQuery } from '../../api/project.ts';
import { Button } from '../../components/base/button.tsx';
import { localTime } from '../../components/base/time.tsx';
import { toast, toastError } from '../../components/overlay/toast.tsx';
import { timeZone } from '../../features/fields/moment.ts';
import { PromoteAtDialog } from './promote-at-dialog.tsx';
import { failureReason } from './promotion-failure.ts';

/** The promotion date of a release with who set it, or why the last one failed; nothing without either. */
export function PromotionDate({ release }: { release: Release }) {
  const { promote_at: at, promotion_failed: failure } = release;
  if (at !== undefined) return <Planned release={release} at={at} />;
  if (failure === undefined) return null;
  return (
    <div className="promotion promotion-failed" role="status">
      <p>
        <strong>The promotion on {localTime(new Date(failure.at))} failed.</strong> {failureReason(failure)}
      </p>
    </div>
  );
}

function Planned({ release, at }: { release: Release; at: string }) {
  const { id, name } = release;
  const [isChanging, setChanging] = useState(false);
  const promotion = useProjectQuery<Promotion>('releases', `/releases/${id}/promotion`).data;
  const setBy = promotion?.promote_at === at ? promotion.set_by : null;
  const remove = useProjectMutation(['releases', 'content'], (api, _none: null) =>
    api.patch<Release>(`/v1/releases/${id}`, { promote_at: null }),
  );
  const removeDate = () =>
    void remove.mutateAsync(null).then(() => toast(`${name} has no promotion date`), toastError);
  return (
    <div className="promotion">
      <p>
        Goes live on <strong>{localTime(new Date(at))}</strong>{' '}
        <span className="muted">
          {timeZone(at)}
          {setBy === null ? null : ` · Set by ${setBy.name}`}
        </span>
      </p>
      <div className="promotion-actions">
        <Button needs="releases" onClick={() => setChanging(true)}>
          Change date…
        </Button>
        <Button needs="releases" busy={remove.isPending} onClick={removeDate}>
          Remove date
        </Button>
      </div>
      {isChanging ? (
        <PromoteAtDialog
          release={release}
          overwrites={promotion?.if_diverged === 'warn'}
          onClose={() => setChanging(false)}
        />
      ) : null}
    </div>
  );
}
