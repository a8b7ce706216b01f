import { useRefresh } from '../../../api/project.ts';
import { useDeletedToast } from '../../../api/trash.ts';
import { useEditorHref } from '../../lists/items.ts';
import { useConfirm } from '../../../components/overlay/confirm.tsx';
import type { ItemEditor } from '../item-editor.ts';
import { ReferrerLinks, type ReferrerList } from './referrers.tsx';
import { trashPeriod } from '../../trash-period.ts';

interface RemovalOptions {
  /** Undefined while loading. */
  referrers: ReferrerList | undefined;
  /** The effect on the referrers, as a sentence. */
  consequence: string;
  /** Navigates away after the deletion. */
  leave: () => Promise<unknown>;
}

/** Deletes the item after a confirmation that lists its referrers. */
export function useRemoval(
  { store, service }: ItemEditor,
  { referrers, consequence, leave }: RemovalOptions,
) {
  const confirm = useConfirm();
  const refresh = useRefresh();
  const hrefOf = useEditorHref();
  const deletedToast = useDeletedToast();
  const { noun } = service;
  return () => {
    const links = referrers?.data ?? [];
    confirm({
      title: `Delete this ${noun}?`,
      body:
        links.length === 0 ? (
          `It will be taken offline and kept in the trash for ${trashPeriod}.`
        ) : (
          <div className="stack">
            <p>{consequence}</p>
            <ReferrerLinks referrers={links} hasMore={referrers?.meta.has_more ?? false} hrefOf={hrefOf} />
          </div>
        ),
      action: `Delete ${noun}`,
      danger: true,
      run: async () => {
        await store.flush(); // the trash also contains the last changes
        await store.remove(() => service.remove());
        deletedToast('Moved to the trash', [store.state().item.id]);
        await leave(); // first, because this screen would refetch the deleted item
        await refresh(service.module);
      },
    });
  };
}
