import type { MediaUseList } from '../../../../../src/content/media/editor/schema.ts';
import type { Asset } from '../../../../../src/content/media/schema.ts';
import { useProjectApi, useRefresh } from '../../../api/project.ts';
import { useDeletedToast } from '../../../api/trash.ts';
import { useEditorHref } from '../../../features/lists/items.ts';
import { useConfirm } from '../../../components/overlay/confirm.tsx';
import { toast, toastError } from '../../../components/overlay/toast.tsx';
import { trashPeriod } from '../../../features/trash-period.ts';
import { MediaUseItems, describeUses } from './media-uses.tsx';

/** Deletes an asset after a confirmation that lists all its uses, drafts included. */
export function useDeleteAsset(): (
  asset: Pick<Asset, 'id' | 'file_name' | 'status'>,
  onDeleted: () => void,
) => void {
  const api = useProjectApi();
  const confirm = useConfirm();
  const refresh = useRefresh();
  const hrefOf = useEditorHref();
  const deletedToast = useDeletedToast();
  return ({ id, file_name, status }, onDeleted) => {
    const ask = (uses: MediaUseList) =>
      confirm({
        title: `Delete ${file_name}?`,
        body: (
          <div className="stack">
            <p>{consequence(uses)}</p>
            {uses.data.length === 0 ? null : <MediaUseItems uses={uses} hrefOf={hrefOf} />}
          </div>
        ),
        action: uses.data.length > 0 ? 'Delete anyway' : 'Delete',
        danger: true,
        run: async () => {
          await api.remove(`/media/${id}`);
          if (status === 'ready') deletedToast(`${file_name} moved to the trash`, [id]);
          else toast(`${file_name} is deleted`);
          onDeleted();
          void refresh('media', 'trash');
        },
      });
    api.get<MediaUseList>(`/media/${id}/places`).then(ask, toastError);
  };
}

function consequence(uses: MediaUseList): string {
  const end = `You can restore it for ${trashPeriod}.`;
  if (uses.data.length === 0) return `Nothing uses it, drafts included. ${end}`;
  const words = describeUses(uses);
  return `${words[0]?.toUpperCase()}${words.slice(1)} will show no image. ${end}`;
}
