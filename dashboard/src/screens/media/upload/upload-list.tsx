import { CircleAlert, CircleCheck, RotateCw, X } from 'lucide-react';
import { useProject } from '../../../api/project.ts';
import { Button, IconButton } from '../../../components/base/button.tsx';
import { counted } from '../../../components/base/counted.ts';
import { fileSize } from '../../../components/base/file-size.ts';
import { isUploading, type QueuedFile } from '../../../api/upload/upload-queue.ts';
import { uploads, useUploads } from '../../../api/upload/uploads.ts';

/** The uploads with their progress, result and errors. */
export function UploadList() {
  const { id: projectId } = useProject();
  const files = useUploads();
  if (files.length === 0) return null;
  const uploadingCount = files.filter(isUploading).length;
  const failedCount = files.filter(({ state }) => state === 'failed').length;
  const title =
    uploadingCount > 0
      ? `Uploading ${files.length - uploadingCount + 1} of ${files.length}`
      : failedCount > 0
        ? `${counted(failedCount, 'file')} couldn’t be uploaded`
        : `${counted(files.length, 'file')} uploaded`;
  return (
    <section className="uploads" aria-label="Uploads">
      <header className="uploads-head">
        <h2 role="status">{title}</h2>
        <Button
          variant="quiet"
          onClick={() => uploads.clearFinished(projectId)}
          disabled={uploadingCount === files.length}
        >
          Clear
        </Button>
      </header>
      <ul className="uploads-list">
        {files.map((file) => (
          <UploadRow key={file.id} upload={file} />
        ))}
      </ul>
    </section>
  );
}

function UploadRow({ upload }: { upload: QueuedFile }) {
  const { id, file, state, share, message } = upload;
  return (
    <li className="upload">
      <span className="upload-name">
        {file.name} <span className="muted">{fileSize(file.size)}</span>
      </span>
      {state === 'done' ? (
        <CircleCheck size={16} className="upload-done" aria-label="Uploaded" />
      ) : state === 'failed' ? (
        <IconButton label={`Upload ${file.name} again`} icon={RotateCw} onClick={() => uploads.retry(id)} />
      ) : (
        <progress className="upload-progress" value={share} max={1} aria-label={`Uploading ${file.name}`} />
      )}
      {state === 'done' ? null : (
        <IconButton
          label={state === 'failed' ? `Remove ${file.name}` : `Cancel ${file.name}`}
          icon={X}
          onClick={() => uploads.cancel(id)}
        />
      )}
      {message === null ? null : (
        <p className="upload-error">
          <CircleAlert size={14} aria-hidden /> {message}
        </p>
      )}
    </li>
  );
}
