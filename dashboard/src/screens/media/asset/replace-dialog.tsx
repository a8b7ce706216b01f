import { useState } from 'react';
import type { Asset } from '../../../../../src/content/media/schema.ts';
import { useProjectApi, useRefresh } from '../../../api/project.ts';
import { sendFile } from '../../../api/upload/send-file.ts';
import { useEditorHref } from '../../../features/lists/items.ts';
import { CheckField } from '../../../components/form/field.tsx';
import { fileSize } from '../../../components/base/file-size.ts';
import { useSubmit } from '../../../components/form/form.tsx';
import { FormDialog } from '../../../components/overlay/form-dialog.tsx';
import { QueryView } from '../../../components/layout/states.tsx';
import { toast } from '../../../components/overlay/toast.tsx';
import { MediaUseItems, useMediaUses } from './media-uses.tsx';

interface ReplaceDialogProps {
  asset: Asset;
  file: File;
  onClose: () => void;
}

/** Shows what a new file changes before it is uploaded. */
export function ReplaceDialog({ asset: { id, file_name, url }, file, onClose }: ReplaceDialogProps) {
  const api = useProjectApi();
  const refresh = useRefresh();
  const hrefOf = useEditorHref();
  const uses = useMediaUses(id);
  const [usesNewName, setUsesNewName] = useState(false);
  const [progress, setProgress] = useState(0);
  const submission = useSubmit(async () => {
    const upload_id = await sendFile(api, file, { onProgress: setProgress });
    const name = usesNewName ? { file_name: file.name } : {};
    await api.post<Asset>(`/media/${id}/replace`, { upload_id, ...name });
    toast(`${file_name} replaced`);
    onClose();
    await refresh('media');
  });
  return (
    <FormDialog
      onClose={onClose}
      title={`Replace ${file_name}?`}
      submission={submission}
      fields={[]}
      action={submission.busy ? `Uploading ${Math.round(progress * 100)}%` : 'Replace file'}
      danger
      focus="leave"
    >
      <p>
        The new file is {file.name}, {fileSize(file.size)}. It is shown at once wherever this one is used:
      </p>
      <QueryView query={uses}>{(data) => <MediaUseItems uses={data} hrefOf={hrefOf} />}</QueryView>
      {file.name === file_name ? null : (
        <div role="radiogroup" aria-label="Name">
          <CheckField
            type="radio"
            name="name"
            label={`Keep the name ${file_name}`}
            checked={!usesNewName}
            onChange={() => setUsesNewName(false)}
          />
          <CheckField
            type="radio"
            name="name"
            label={`Use the name ${file.name}`}
            checked={usesNewName}
            onChange={() => setUsesNewName(true)}
          />
        </div>
      )}
      <p>
        The URL changes: links to the old one from outside stop working. The old file is deleted and cannot be
        brought back
        {url === null ? (
          '.'
        ) : (
          <>
            ; if you may need it,{' '}
            <a href={url} target="_blank" rel="noopener">
              open it
            </a>{' '}
            and save it first.
          </>
        )}
      </p>
    </FormDialog>
  );
}
