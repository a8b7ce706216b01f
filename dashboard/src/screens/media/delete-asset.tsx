import type { Asset } from '../../../../src/media/schema.ts';
import { useProject, useProjectApi, useRefresh } from '../../api/project.ts';
import { useConfirm } from '../../components/confirm.tsx';
import { counted } from '../../components/counted.ts';
import { toast, toastProblem } from '../../components/toast.tsx';
import { type Uses, UseList } from './uses.tsx';

/** Deletes an asset after a question that names what will show no picture any more. */
export function useDeleteAsset(): (asset: Asset, then: () => void) => void {
  const { id: projectId } = useProject();
  const api = useProjectApi();
  const confirm = useConfirm();
  const refresh = useRefresh();
  return ({ id, file_name }, then) => {
    const ask = (uses: Uses) =>
      confirm({
        title: `Delete ${file_name}?`,
        body: <Broken uses={uses} projectId={projectId} />,
        action: uses.used_by_total > 0 ? 'Delete anyway' : 'Delete',
        danger: true,
        run: async () => {
          await api.remove(`/media/${id}`);
          toast(`${file_name} is deleted`);
          then();
          setTimeout(() => void refresh('media')); // once nothing asks for what is gone
        },
      });
    api.get<Uses>(`/media/${id}/used-by`).then(ask, toastProblem);
  };
}

function Broken({ uses, projectId }: { uses: Uses; projectId: string }) {
  return (
    <div className="stack">
      <p>
        {uses.used_by_total === 0
          ? 'No live page uses it. This permanently deletes the file.'
          : `${counted(uses.used_by_total, 'live page')} will show no image: the API serves url: null there. This permanently deletes the file.`}
      </p>
      {uses.used_by_total === 0 ? null : <UseList uses={uses} projectId={projectId} />}
    </div>
  );
}
