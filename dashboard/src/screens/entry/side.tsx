import type { ContentType } from '../../../../src/content-types/schema.ts';
import { CopyText } from '../../components/copy.tsx';
import { Time } from '../../components/time.tsx';
import type { Opened } from './opened.ts';
import { History } from './history.tsx';
import { Presence } from './presence.tsx';
import { PreviewButton } from './preview-button.tsx';
import { PublishPanel } from './publish-panel.tsx';
import { Referrers } from './referrers.tsx';
import { single } from './service.ts';
import { useDraftState } from './use-draft.ts';

interface SideProps {
  type: ContentType;
  entryId: string;
  opened: Opened;
}

/** Beside the fields: where the entry stands, what can be done with it, who links here. */
export function Side({ type, entryId, opened }: SideProps) {
  const entry = useDraftState(opened.store, (state) => state.entry);
  return (
    <aside className="entry-side" aria-label="About this entry">
      {entry.id === '' ? null : <Presence itemId={entry.id} store={opened.store} />}
      <PublishPanel type={type} opened={opened} />
      {entry.id === '' ? null : (
        <div className="row">
          <PreviewButton entry={entry} store={opened.store} />
          <History type={type} opened={opened} />
        </div>
      )}
      {entryId === single ? null : <Referrers address={opened.service.address} />}
      {entry.revision === 0 ? null : (
        <dl className="entry-facts">
          <dt>Created</dt>
          <dd>
            <Time value={entry.created_at} exact />
          </dd>
          {entry.published_at === null ? null : (
            <>
              <dt>First published</dt>
              <dd>
                <Time value={entry.published_at} exact />
              </dd>
            </>
          )}
          <dt>Id</dt>
          <dd>
            <CopyText text={entry.id} label="Copy the id" />
          </dd>
        </dl>
      )}
    </aside>
  );
}
