import { CopyText } from '../../../components/base/copy.tsx';
import { Time } from '../../../components/base/time.tsx';
import type { DraftStore } from '../draft/draft-store.ts';
import { useDraftState } from '../draft/use-draft.ts';

/** Read-only properties: creation date, first publication and id. */
export function Facts({ store }: { store: DraftStore }) {
  const item = useDraftState(store, (state) => state.item);
  if (item.revision === 0) return null;
  return (
    <dl className="editing-facts">
      <dt>Created</dt>
      <dd>
        <Time value={item.created_at} exact />
      </dd>
      {item.published_at === null || item.published_at > new Date().toISOString() ? null : (
        <>
          <dt>First published</dt>
          <dd>
            <Time value={item.published_at} exact />
          </dd>
        </>
      )}
      <dt>ID</dt>
      <dd>
        <CopyText text={item.id} label="Copy the id" />
      </dd>
    </dl>
  );
}
