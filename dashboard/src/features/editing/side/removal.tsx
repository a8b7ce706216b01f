import { useRefresh } from '../../../api/project.ts';
import { useDeletedToast } from '../../../api/trash.ts';
import { useEditorHref } from '../../lists/items.ts';
import { useConfirm } from '../../../components/overlay/confirm.tsx';
import type { Opened } from '../opened.ts';
import { ReferrerLinks, type ReferrerList } from './referrers.tsx';

interface RemovalOf {
  /** What points at the item; undefined while that is not known. */
  referrers: ReferrerList | undefined;
  /** What becomes of these places. */
  consequence: string;
  /** Where to go when it is gone. */
  leave: () => Promise<unknown>;
}

/** Asks before the item is deleted, with everything that points at it, and deletes it. */
export function useRemoval({ store, service }: Opened, { referrers, consequence, leave }: RemovalOf) {
  const confirm = useConfirm();
  const refresh = useRefresh();
  const hrefOf = useEditorHref();
  const sayDeleted = useDeletedToast();
  const { noun } = service;
  return () => {
    const links = referrers?.data ?? [];
    confirm({
      title: `Delete this ${noun}?`,
      body:
        links.length === 0 ? (
          'Readers no longer find it. It stays in the trash for 30 days.'
        ) : (
          <div className="stack">
            <p>{consequence}</p>
            <ReferrerLinks found={links} hasMore={referrers?.meta.has_more ?? false} hrefOf={hrefOf} />
          </div>
        ),
      action: `Delete ${noun}`,
      danger: true,
      run: async () => {
        await store.flush(); // the trash keeps the last words too
        await store.remove(() => service.remove());
        sayDeleted('Moved to the trash', [store.state().item.id]);
        await leave(); // first: what this screen reads is gone
        await refresh(service.module);
      },
    });
  };
}
