import { useQuery, useQueryClient } from '@tanstack/react-query';
import { HardDrive } from 'lucide-react';
import { useSession } from '../../api/session.ts';
import { Button } from '../../components/base/button.tsx';
import { counted } from '../../components/base/counted.ts';
import { Time } from '../../components/base/time.tsx';
import { Page } from '../../components/layout/page.tsx';
import { EmptyState, ErrorState, Loading } from '../../components/layout/states.tsx';
import { useConfirm } from '../../components/overlay/confirm.tsx';
import { toast, toastError } from '../../components/overlay/toast.tsx';
import { deleteDeviceDrafts, type DeviceDraft } from '../../features/editing/draft/device-drafts.ts';
import { readUnsavedDrafts } from '../../features/editing/draft/draft-copies.ts';
import { copiedText, draftTexts } from './draft-texts.ts';
import './unsaved.css';

/** Texts that were typed on this device and could not be saved, also if their entry, type, release or project is gone. */
export function UnsavedScreen() {
  const user = useSession()?.user?.id;
  const client = useQueryClient();
  const queryKey = ['unsaved', user];
  const drafts = useQuery({ queryKey, queryFn: () => readUnsavedDrafts(user), gcTime: 0 });
  const confirm = useConfirm();
  const discard = (draft: DeviceDraft) =>
    confirm({
      title: 'Discard this unsaved text?',
      body: 'It is only on this device and can’t be restored.',
      action: 'Discard text',
      danger: true,
      run: async () => {
        await deleteDeviceDrafts([draft.key]);
        await client.invalidateQueries({ queryKey });
        toast('Unsaved text discarded');
      },
    });
  return (
    <Page title="Unsaved text on this device">
      {drafts.isError ? (
        <ErrorState error={drafts.error} onRetry={() => void drafts.refetch()} />
      ) : drafts.data === undefined ? (
        <Loading rows={4} />
      ) : drafts.data.length === 0 ? (
        <EmptyState icon={HardDrive} title="No unsaved text">
          Text that can’t be saved, for example while you’re offline, is listed here until it is saved.
        </EmptyState>
      ) : (
        <ul className="unsaved">
          {drafts.data.map((draft) => (
            <DraftItem key={draft.key} draft={draft} onDiscard={() => discard(draft)} />
          ))}
        </ul>
      )}
    </Page>
  );
}

/** One item with its unsaved texts. */
function DraftItem({ draft, onDiscard }: { draft: DeviceDraft; onDiscard: () => void }) {
  const title = draft.title === '' ? 'Untitled' : draft.title;
  const texts = draftTexts(draft);
  const copy = () =>
    navigator.clipboard.writeText(copiedText(draft)).then(() => void toast('Text copied'), toastError);
  return (
    <li className="unsaved-item" aria-label={title}>
      <div className="unsaved-head">
        <h2>{title}</h2>
        <p className="muted">
          {draft.project === '' ? null : <>{draft.project} · </>}
          {counted(Object.keys(draft.values).length, 'change')} · <Time value={draft.at} />
        </p>
      </div>
      <dl>
        {texts.map(({ key, fieldName, text }) => (
          <div key={key}>
            <dt>{fieldName}</dt>
            <dd>{text === '' ? <span className="muted">empty</span> : text}</dd>
          </div>
        ))}
      </dl>
      <div className="unsaved-actions">
        {draft.page === '' ? null : (
          // A draft can be of another project, so the page is loaded again.
          <a className="button button-default" href={draft.page}>
            <span>Open</span>
          </a>
        )}
        <Button onClick={() => void copy()}>Copy</Button>
        <Button variant="quiet" onClick={onDiscard}>
          Discard…
        </Button>
      </div>
    </li>
  );
}
