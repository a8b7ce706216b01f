import type { LucideIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Asset } from '../../../../src/media/schema.ts';
import { messageOf } from '../../api/problem.ts';
import { useProjectApi, useRefresh } from '../../api/project.ts';
import { sendFile } from '../../api/send-file.ts';
import { Button } from '../../components/button.tsx';
import { FormProblem } from '../../components/form.tsx';
import { toast } from '../../components/toast.tsx';

/** Gives the asset another file: id, description and every page that shows it stay. */
export function ReplaceButton({ asset, icon }: { asset: Asset; icon: LucideIcon }) {
  const api = useProjectApi();
  const refresh = useRefresh();
  const input = useRef<HTMLInputElement>(null);
  const [share, setShare] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const replace = async (file: File) => {
    setProblem(null);
    setShare(0);
    try {
      const uploadId = await sendFile(api, file, { onProgress: setShare });
      await api.post<Asset>(`/media/${asset.id}/replace`, { upload_id: uploadId });
      await refresh('media');
      toast(`${asset.file_name} replaced`);
    } catch (error) {
      setProblem(messageOf(error));
    }
    setShare(null);
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={`New file for ${asset.file_name}`}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file !== undefined) void replace(file);
        }}
      />
      <Button icon={icon} busy={share !== null} onClick={() => input.current?.click()}>
        {share === null ? 'Replace file' : `Sending ${Math.round(share * 100)} %`}
      </Button>
      {problem === null ? null : <FormProblem messages={[problem]} />}
    </>
  );
}
