import { Columns2 } from 'lucide-react';
import { useState } from 'react';
import { useProject } from '../../../api/project.ts';
import { Button } from '../../../components/base/button.tsx';
import { useActions } from '../../../components/keyboard/actions.ts';
import type { DraftStore } from '../draft/draft-store.ts';

interface LiveButtonProps {
  /** A content type, or `blog_article` or `kb_article`. */
  type: string;
  /** The id in the URL of the editor. */
  itemId: string;
  store: DraftStore;
}

/** The URL of the live preview of an item, in the open release and locale. */
function useLiveHref(): (type: string, itemId: string) => string {
  const { id, releaseId, locale } = useProject();
  const search = new URLSearchParams({
    ...(releaseId === null ? {} : { release: releaseId }),
    ...(locale === null ? {} : { locale }),
  }).toString();
  return (type, itemId) =>
    `/dashboard/p/${id}/live/${encodeURIComponent(type)}/${encodeURIComponent(itemId)}${search === '' ? '' : `?${search}`}`;
}

/** Opens the form beside the site. Loads a new document, because only that one may show the site in a frame. */
export function LiveButton({ type, itemId, store }: LiveButtonProps) {
  const hrefOf = useLiveHref();
  const [busy, setBusy] = useState(false);
  const open = async () => {
    setBusy(true);
    await store.flush();
    setBusy(false);
    window.location.assign(hrefOf(type, itemId));
  };
  useActions([
    {
      id: 'live-preview',
      label: 'Open the live preview',
      group: 'This item',
      icon: Columns2,
      run: () => void open(),
    },
  ]);
  return (
    <Button className="live-button" variant="quiet" icon={Columns2} busy={busy} onClick={() => void open()}>
      Live preview
    </Button>
  );
}
