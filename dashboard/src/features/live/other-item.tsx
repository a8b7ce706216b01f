import { useNavigate, useRouter } from '@tanstack/react-router';
import { idPrefixes } from '../../../../src/contract/id-prefixes.ts';
import type { PreviewedItem } from '../../../../src/dashboard/preview/schema.ts';
import { useProject, useProjectApi } from '../../api/project.ts';
import { Button } from '../../components/base/button.tsx';
import { Dialog } from '../../components/overlay/dialog.tsx';
import { toastError } from '../../components/overlay/toast.tsx';
import { useMay } from '../access/may.ts';
import type { DraftStore } from '../editing/draft/draft-store.ts';

const nouns: readonly (readonly [string, string])[] = [
  [idPrefixes.author, 'author'],
  [idPrefixes.blog_article, 'article'],
  [idPrefixes.kb_article, 'article'],
  [idPrefixes.blog_category, 'category'],
  [idPrefixes.kb_collection, 'collection'],
  [idPrefixes.kb_section, 'section'],
];

function nounOf(id: string): string {
  return nouns.find(([prefix]) => id.startsWith(`${prefix}_`))?.[1] ?? 'entry';
}

const singletonPrefix = 'type:';

/** Finds an item that was clicked on the page. Null after a message that the member can't edit it. */
export function useFindOther(): (id: string) => Promise<PreviewedItem | null> {
  const api = useProjectApi();
  const mayWrite = useMay('draft');
  return async (id) => {
    if (id.startsWith(singletonPrefix)) {
      const type = id.slice(singletonPrefix.length);
      return { id: 'single', kind: 'entry', title: type.replaceAll('_', ' '), content_type: type };
    }
    const item = mayWrite
      ? await api.get<PreviewedItem>(`/preview/items/${encodeURIComponent(id)}`).catch(() => null)
      : null;
    if (item === null) toastError(new Error(`You can’t edit this ${nounOf(id)}.`));
    return item;
  };
}

interface OtherItemProps {
  item: PreviewedItem;
  store: DraftStore;
  onClose: () => void;
}

/** Asks whether to open another item of the page. */
export function OtherItemDialog({ item, store, onClose }: OtherItemProps) {
  const open = useOpenItem();
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Open “${item.title === '' ? 'Untitled' : item.title}”?`}
      description="Your changes are saved."
      size="small"
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Stay here
          </Button>
          <Button
            variant="primary"
            autoFocus
            onClick={() => {
              onClose();
              void store.flush().then(() => open(item));
            }}
          >
            Open
          </Button>
        </>
      }
    />
  );
}

function useOpenItem(): (item: PreviewedItem) => Promise<void> {
  const { id: projectId } = useProject();
  const navigate = useNavigate();
  const { history } = useRouter();
  return async ({ id, kind, content_type: type }) => {
    const project = { projectId };
    switch (kind) {
      case 'entry':
        return navigate({
          to: '/p/$projectId/live/$type/$entryId',
          params: { ...project, type: type ?? '', entryId: id },
        });
      case 'blog_article':
        return navigate({
          to: '/p/$projectId/live/blog_article/$articleId',
          params: { ...project, articleId: id },
        });
      case 'kb_article':
        return navigate({
          to: '/p/$projectId/live/kb_article/$articleId',
          params: { ...project, articleId: id },
        });
      case 'author':
        return navigate({ to: '/p/$projectId/authors', params: project, search: { author: id } });
      case 'blog_category':
        return navigate({ to: '/p/$projectId/categories', params: project, search: { category: id } });
      default:
        history.push(`/dashboard/p/${projectId}/kb`);
    }
  };
}
