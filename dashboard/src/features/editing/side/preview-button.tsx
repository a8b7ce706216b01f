import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import type { Preview } from '../../../../../src/dashboard/preview/schema.ts';
import { useProjectApi } from '../../../api/project.ts';
import { Button } from '../../../components/base/button.tsx';
import { toastError } from '../../../components/overlay/toast.tsx';
import { localeOf } from '../item.ts';
import type { DraftStore } from '../draft/draft-store.ts';

interface PreviewButtonProps {
  /** The value of `{type}` in the site's URL: a content type, `blog_article`. */
  type: string;
  store: DraftStore;
}

/** The item for the placeholders of the preview URL. */
export function previewedItem(type: string, store: DraftStore) {
  const { id, draft, ...item } = store.state().item;
  const slug = typeof draft['slug'] === 'string' ? { slug: draft['slug'] } : {};
  return { type, id, ...slug, ...localeOf(item) };
}

/** Opens the site's page of the item with a token that shows the draft. */
export function PreviewButton({ type, store }: PreviewButtonProps) {
  const api = useProjectApi();
  const [busy, setBusy] = useState(false);
  const open = async () => {
    setBusy(true);
    try {
      await store.flush();
      const { url } = await api.post<Preview>('/preview', { item: previewedItem(type, store) });
      if (url === null)
        throw new Error('This project has no preview URL yet. An owner can set one under Settings.');
      window.open(url, '_blank', 'noopener');
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="quiet" icon={ExternalLink} busy={busy} onClick={() => void open()}>
      Preview
    </Button>
  );
}
