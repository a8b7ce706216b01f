import type { MediaUseList } from '../../../../../src/content/media/editor/schema.ts';
import type { Asset } from '../../../../../src/content/media/schema.ts';
import { useProjectApi, useRefresh } from '../../../api/project.ts';
import { useEditorHref } from '../../../features/lists/items.ts';
import { useConfirm } from '../../../components/overlay/confirm.tsx';
import { toast, toastError } from '../../../components/overlay/toast.tsx';
import { MediaUseItems, usesInWords } from './media-uses.tsx';

/** Deletes an asset after a question that names every place that will lose it, drafts included. */
export function useDeleteAsset(): (asset: Pick<Asset, 'id' | 'file_name'>, then: () => void) => void {
  const api = useProjectApi();
  const confirm = useConfirm();
  const refresh = useRefresh();
  const hrefOf = useEditorHref();
  return ({ id, file_name }, then) => {
    const ask = (places: MediaUseList) =>
      confirm({
        title: `Delete ${file_name}?`,
        body: (
          <div className="stack">
            <p>{consequence(places)}</p>
            {places.data.length === 0 ? null : <MediaUseItems places={places} hrefOf={hrefOf} />}
          </div>
        ),
        action: places.data.length > 0 ? 'Delete anyway' : 'Delete',
        danger: true,
        run: async () => {
          await api.remove(`/media/${id}`);
          toast(`${file_name} is deleted`);
          then();
          void refresh('media');
        },
      });
    api.get<MediaUseList>(`/media/${id}/places`).then(ask, toastError);
  };
}

function consequence(places: MediaUseList): string {
  const end = 'This permanently deletes the file.';
  if (places.data.length === 0) return `Nothing uses it, drafts included. ${end}`;
  const words = usesInWords(places);
  return `${words[0]?.toUpperCase()}${words.slice(1)} will lose it: the API serves url: null there. ${end}`;
}
