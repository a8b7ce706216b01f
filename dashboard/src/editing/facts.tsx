import { CopyText } from '../components/copy.tsx';
import { Time } from '../components/time.tsx';
import type { DraftStore } from './draft-store.ts';
import { useDraftState } from './use-draft.ts';

/** What cannot be changed: when the item was made, when readers first saw it, its id. */
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
      <dt>Id</dt>
      <dd>
        <CopyText text={item.id} label="Copy the id" />
      </dd>
    </dl>
  );
}
